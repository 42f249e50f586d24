import { choice, choices, lines, text, texts } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'

export const INPUT_TYPES = [
  { value: 'input', label: '单行文本' },
  { value: 'textarea', label: '多行文本' },
  { value: 'number', label: '数字' },
  { value: 'radio', label: '单选' },
  { value: 'checkbox', label: '多选' },
  { value: 'select', label: '下拉选择' },
  { value: 'switch', label: '开关' },
  { value: 'date', label: '日期' },
  { value: 'time', label: '时间' },
] as const

export const INPUT_RULES = [
  { value: 'required', label: '必填' },
  { value: 'mobile', label: '手机号' },
  { value: 'email', label: '邮箱' },
  { value: 'digits', label: '数字' },
  { value: 'amount', label: '金额' },
] as const

/** A field of a form that is no entity: what it asks, under which name, and what it takes. */
export const formField = {
  label: text('标签', { max: 50, required: true, width: 170 }),
  name: text('字段名', {
    max: 40,
    required: true,
    pattern: /^[a-zA-Z]\w*$/,
    message: '字段名须以字母开头，只含字母、数字、下划线',
    width: 150,
  }),
  type: choice('类型', INPUT_TYPES, { required: true, initial: 'input', width: 120 }),
  rule: choices('校验', INPUT_RULES, { width: 200 }),
  options: texts('选项', { each: 50, max: 100, width: 260 }),
}

/** Platform §7.3. */
export const systemFormTemp = entity(
  'systemFormTemp',
  '表单模板',
  {
    name: text('表单名称', { max: 50, required: true, search: true, width: 220 }),
    info: text('简介', { max: 500, long: true, search: true, width: 320 }),
    content: lines('表单内容', formField, { min: 1, max: 100, required: true }),
  },
  { title: 'name', order: [['id', 'desc']] },
)
