import { get, idAnswer, idsField, listAnswer, listInput, patch, post } from '#kit/shared/call.ts'
import { rule } from './rule.entity.ts'

const PREFIX = '/admin/store/product/rule'

/** Catalog §3.8. */
export const ruleCalls = {
  list: get(`${PREFIX}/list`, {
    title: '商品规格列表',
    input: listInput(rule),
    answer: listAnswer(rule.all),
  }),
  save: post(`${PREFIX}/save`, { title: '新增商品规格', input: rule.shape, answer: idAnswer }),
  update: patch(`${PREFIX}/update`, { title: '编辑商品规格', input: rule.shape }),
  remove: get(`${PREFIX}/delete/:id`, { title: '删除商品规格', input: { id: idsField() }, change: true }),
}
