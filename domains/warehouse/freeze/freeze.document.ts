import { choice, date, flag, int, lines, quantity, ref, text } from '#kit/fields/shared.ts'
import { get, idField, listAnswer, paging, post, rowsAnswer } from '#kit/shared/call.ts'
import { declareDocument, examineInput } from '#kit/shared/declareDocument.ts'
import { placesAt } from '#kit/shared/documentPages.ts'
import { goodsFields } from '../document/goods.fields.ts'
import { lineSheet, lineSheetCalls } from '../document/lineSheet.ts'
import { lotNoField } from '../stock/lotNo.ts'
import { FREEZE_REASONS, freeze } from './freeze.entity.ts'

/** What a line of a freeze still holds. */
export const remainLine = {
  freezeLineId: int('冻结行', { required: true, big: true, list: false }),
  ...goodsFields,
  sectionId: ref('库区', 'section', { readOnly: true, width: 130 }),
  lotNo: lotNoField({ readOnly: true, width: 120 }),
  expiryDate: date('到期日期', { readOnly: true, width: 110 }),
  frozen: quantity('冻结数量', { readOnly: true, width: 90 }),
  unfrozen: quantity('已解冻', { readOnly: true, width: 90 }),
  consumed: quantity('已消耗', { readOnly: true, width: 90 }),
  remain: quantity('剩余', { readOnly: true, width: 90 }),
}

/** An open line of a freeze, as it is chosen to be let go or consumed. */
const openLine = {
  /** the same as freezeLineId */
  id: int('冻结行', { required: true, big: true, list: false }),
  ...remainLine,
  warehouseId: ref('仓库', 'warehouse', { readOnly: true, list: false }),
  freezeNo: text('冻结单号', { max: 24, readOnly: true, width: 170 }),
  reason: choice('原因', FREEZE_REASONS, { readOnly: true, width: 100 }),
}

/** Lines are few, and stand in the order of their freezes. */
const asked = { page: paging.page, limit: paging.limit, keywords: paging.keywords }

const unfreezing = {
  lines: lines(
    '明细',
    {
      freezeLineId: remainLine.freezeLineId,
      qty: quantity('解冻数量', { required: true, width: 110 }),
      remark: text('备注', { max: 100, width: 140 }),
    },
    { min: 1, max: 500, required: true },
  ),
  remark: text('备注', { max: 200 }),
  submit: flag('提交'),
}

/** Its lines as a sheet. Warehouse §9. */
export const freezeSheet = lineSheet({ title: '冻结明细', named: true })

/** Stock that must not leave, and its release. Warehouse §4.11. */
export const freezeDocument = declareDocument(freeze, {
  path: '/admin/wms/freeze',
  at: placesAt('/wms/freeze', {
    create: '/wms/addFreeze',
    edit: '/wms/addFreeze?id={id}',
    see: '/wms/freeze/info/{id}',
    examine: '/wms/examineFreeze/{id}',
    print: '/wms/freeze/print',
  }),
  menu: 'wms.freeze',
  info: { remains: lines('冻结余量', remainLine) },
  calls: (usual, path) => ({
    ...lineSheetCalls(usual.save.permission, path, freezeSheet),
    reverse: post(`${path}/reverse/:id`, {
      title: '冲销冻结单',
      input: { id: idField(), reason: text('冲销原因', { max: 200, required: true }) },
    }),
    open: get(`${path}/open`, {
      title: '未解冻明细',
      permission: usual.list.permission,
      input: { ...asked, warehouseId: int('仓库', { min: 1 }), freezeId: int('冻结单', { min: 1 }) },
      answer: listAnswer(openLine),
    }),
    unfreeze: post('/admin/wms/unFreeze/save', {
      title: '新增解冻单',
      input: unfreezing,
      answer: rowsAnswer({ id: int('解冻单', { required: true }) }),
    }),
    unfreezeSubmit: post('/admin/wms/unFreeze/submit/:id', {
      title: '提交解冻单',
      permission: usual.submit.permission,
      input: { id: idField() },
    }),
    unfreezeExamine: post('/admin/wms/unFreeze/examine/:id', {
      title: '审核解冻单',
      permission: usual.examine.permission,
      input: examineInput,
      business: 8,
    }),
  }),
})
export const freezeCalls = freezeDocument.calls
