import { lines } from '#kit/fields/shared.ts'
import { idField, post } from '#kit/shared/call.ts'
import { declareDocument } from '#kit/shared/declareDocument.ts'
import { execStates } from './document.states.ts'
import { documentPlaces } from './shelf.addresses.ts'
import { planRow } from './shelf.calls.ts'
import { showApply } from './showApply.entity.ts'

/** 上架申请; what runs again or no more of an approved one. Catalog §3.4. */
export const applyDocument = declareDocument(showApply, {
  path: '/admin/product/showApply',
  at: documentPlaces('show', '/store/applyForShow', {
    create: '/store/addApplyForShow',
    edit: '/store/addApplyForShow/{id}',
  }),
  menu: 'store.applyForShow',
  number: ['applyNo', 'SJ'],
  info: { plans: lines('执行明细', planRow) },
  calls: (_usual, path) => ({
    retry: post(`${path}/retry/:id`, { title: '重试上架申请', input: { id: idField() } }),
    cancel: post(`${path}/cancel/:id`, { title: '取消上架申请', input: { id: idField() } }),
  }),
})
export const applyCalls = applyDocument.calls
export const applyExec = execStates(applyCalls)
