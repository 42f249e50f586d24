import { get, idAnswer, idField, listAnswer, listInput, patch, post, rowAnswer } from '#kit/shared/call.ts'
import { systemFormTemp } from './formTemp.entity.ts'

const T = '/admin/system/form/temp'

/** Platform §7.3. */
export const formTempCalls = {
  list: get(`${T}/list`, {
    title: '表单模板列表',
    input: listInput(systemFormTemp),
    answer: listAnswer(systemFormTemp.all),
  }),
  info: get(`${T}/info`, {
    title: '表单模板详情',
    input: { id: idField() },
    answer: rowAnswer(systemFormTemp.all),
  }),
  save: post(`${T}/save`, { title: '新增表单模板', input: systemFormTemp.shape, answer: idAnswer }),
  update: patch(`${T}/update`, { title: '编辑表单模板', input: systemFormTemp.shape }),
}
