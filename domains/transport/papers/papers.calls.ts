import { flag, int, lines } from '#kit/fields/shared.ts'
import { get, idAnswer, idField, idsField, listAnswer, paging, post, rowsAnswer } from '#kit/shared/call.ts'
import { countsCall, standardCalls } from '#kit/shared/standardCalls.ts'
import { stopRow } from '../trip/trip.calls.ts'
import { attachSheet, paperLine } from './attachSheet.entity.ts'

const SHEETS = '/admin/wts/attachmentSheet'

const usual = standardCalls(SHEETS, attachSheet, {
  filters: { isOpen: flag('未回收') },
  without: ['save', 'update', 'all'],
})

const shape = {
  lines: lines('明细', paperLine, { min: 1, max: 100, required: true }),
  remark: attachSheet.shape.remark,
}
const AT_SAVE = 'admin:wts:attachmentSheet:save'

/** So many copies of a line of a sheet came back. */
export const backLine = {
  /** which line of the sheet, from 1 */
  lineNo: int('行号', { min: 1, required: true, list: false }),
  qty: int('回收份数', { min: 1, required: true, width: 100 }),
}

/** Papers that travel. Warehouse §5.6. */
export const papersCalls = {
  ...usual,
  counts: countsCall(usual.list, attachSheet.label),
  waiting: get(`${SHEETS}/waiting`, {
    title: '没有附表的配送单',
    permission: AT_SAVE,
    input: { page: paging.page, limit: paging.limit, keywords: paging.keywords },
    answer: listAnswer(stopRow),
  }),
  propose: get(`${SHEETS}/propose`, {
    title: '建议的附表明细',
    permission: AT_SAVE,
    input: { deliveryId: idField('配送单') },
    answer: rowsAnswer(paperLine),
  }),
  save: post(`${SHEETS}/save`, {
    title: '新增附表',
    input: { deliveryId: idField('配送单'), ...shape },
    answer: idAnswer,
  }),
  update: post(`${SHEETS}/update`, { title: '编辑附表', input: { id: idField(), ...shape } }),
  back: post(`${SHEETS}/back`, {
    title: '登记附表回收',
    input: { id: idField('附表'), lines: lines('回收明细', backLine, { min: 1, max: 100, required: true }) },
  }),
  print: post(`${SHEETS}/print`, { title: '打印附表', input: { ids: idsField('附表', 50) } }),
}
