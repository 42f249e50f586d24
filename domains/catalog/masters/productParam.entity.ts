import { choice, flag, int, lines, refs, text, texts } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'

const PARAM_INPUTS = [
  { value: 1, label: '文本' },
  { value: 2, label: '单选' },
  { value: 3, label: '多选' },
  { value: 4, label: '数字' },
  { value: 5, label: '日期' },
] as const

export const paramLine = {
  name: text('参数名', { max: 20, required: true }),
  inputType: choice('录入方式', PARAM_INPUTS, { required: true, width: 110 }),
  options: texts('可选值', { each: 30, width: 240 }),
  unit: text('单位', { max: 10, width: 90 }),
  isMust: flag('必填', { initial: 0, width: 70 }),
  isSearch: flag('可筛选', { initial: 0, width: 80 }),
  isShow: flag('前台展示', { initial: 1, width: 90 }),
  sort: int('排序', { initial: 0, width: 90 }),
}

/** Catalog §2.2: the parameters a product of a category is described by; a product keeps its own copy of the values. */
export const productParam = entity(
  'productParam',
  '商品参数',
  {
    paramName: text('参数模板名称', { max: 30, required: true, unique: true, search: true }),
    cateIds: refs('适用分类', 'category', { required: true, categoryType: 1, filter: true }),
    lines: lines('参数明细', paramLine, { min: 1, max: 100 }),
    status: flag('状态', { initial: 1, texts: ['启用', '停用'], filter: true }),
  },
  { title: 'paramName', open: true },
)
