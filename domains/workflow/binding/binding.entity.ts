import { flag, int, text } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'
import { nameField } from '../definition/definition.entity.ts'

/** Which process decides the documents of a business type, and when. Workflow §3.11. */
export const processBinding = entity(
  'processBinding',
  '流程绑定',
  {
    businessType: text('业务类型', { max: 50, required: true, filter: true }),
    processName: { ...nameField(), filter: true, search: true },
    /** blank: always */
    condition: text('适用条件', { max: 2000, list: true, help: '留空表示始终适用，例如 price > 1000' }),
    /** blank: the type's own title; {name} stands for a variable */
    titleTemplate: text('标题模板', { max: 200, help: '留空使用默认标题，可用 {变量名}' }),
    form: text('表单页面', { max: 200, help: '留空使用业务类型的页面' }),
    sort: int('顺序', { min: 0, max: 9999, initial: 0, required: true }),
    status: flag('状态', { initial: 1, required: true, texts: ['启用', '停用'] }),
  },
  {
    title: 'processName',
    order: [
      ['businessType', 'asc'],
      ['sort', 'asc'],
    ],
  },
)
