import { idAnswer, idField, post } from '#kit/shared/call.ts'
import { declareDocument } from '#kit/shared/declareDocument.ts'
import { execStates } from './document.states.ts'
import { productEdit } from './productEdit.entity.ts'
import { documentPlaces } from './shelf.addresses.ts'

/** 商品资料修改; what runs again or no more of an approved one, and what takes a change back. Catalog §3.4. */
export const editDocument = declareDocument(productEdit, {
  path: '/admin/product/productEdit',
  at: documentPlaces('edit', '/store/storeproductedit', {
    create: '/store/addStoreProductEdit',
    edit: '/store/addStoreProductEdit?id={id}',
  }),
  menu: 'store.storeproductedit',
  number: ['editNo', 'SX'],
  calls: (_usual, path) => ({
    retry: post(`${path}/retry/:id`, { title: '重试商品资料修改', input: { id: idField() } }),
    cancel: post(`${path}/cancel/:id`, { title: '取消商品资料修改', input: { id: idField() } }),
    takeBack: post(`${path}/takeBack/:id`, {
      title: '撤回修改',
      input: { id: idField('日志') },
      answer: idAnswer,
    }),
  }),
})
export const editCalls = editDocument.calls
export const editExec = execStates(editCalls)
