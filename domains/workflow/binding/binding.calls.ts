import { int, text } from '#kit/fields/shared.ts'
import { get, idAnswer, idField, listAnswer, listInput, post, rowsOf } from '#kit/shared/call.ts'
import { processBinding } from './binding.entity.ts'

const PREFIX = '/admin/workflow/definition/binding'

/** Bindings of business types; the types themselves come with the choices of a definition. Workflow §3.11. */
export const bindingCalls = {
  list: get(`${PREFIX}/list`, {
    title: '流程绑定列表',
    input: listInput(processBinding),
    answer: listAnswer(
      rowsOf(processBinding, {
        typeLabel: text('业务类型', { max: 50 }),
        /** '' while no enabled version is deployed */
        processDisplayName: text('流程名称', { max: 100 }),
      }),
    ),
  }),
  /** without an id a new one */
  save: post(`${PREFIX}/save`, {
    title: '保存流程绑定',
    input: { id: int('ID', { min: 1 }), version: int('版本', { min: 0 }), ...processBinding.shape },
    answer: idAnswer,
  }),
  remove: post(`${PREFIX}/delete/:id`, { title: '删除流程绑定', input: { id: idField() } }),
}
