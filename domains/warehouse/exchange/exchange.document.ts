import { text } from '#kit/fields/shared.ts'
import { idField, post } from '#kit/shared/call.ts'
import { declareDocument } from '#kit/shared/declareDocument.ts'
import { placesAt } from '#kit/shared/documentPages.ts'
import { exchangeInBill } from './exchange.entity.ts'

export const EXCHANGE_AT = '/wts/exchangeInBill'

/** Goods that come in against goods that go out. Warehouse §3, §5.10. */
export const exchangeDocument = declareDocument(exchangeInBill, {
  path: '/admin/wts/exchangeInBill',
  at: placesAt(EXCHANGE_AT, {
    create: `${EXCHANGE_AT}/add`,
    edit: `${EXCHANGE_AT}/add/{id}`,
    see: `${EXCHANGE_AT}/info/{id}`,
    examine: `${EXCHANGE_AT}/examine/{id}`,
    print: `${EXCHANGE_AT}/print`,
  }),
  menu: 'wts.exchangeInBill',
  number: ['exchangeSn', 'HR'],
  calls: (_usual, path) => ({
    reverse: post(`${path}/reverse/:id`, {
      title: '冲销换入单',
      input: { id: idField(), reason: text('冲销原因', { max: 200, required: true }) },
    }),
  }),
})
export const exchangeCalls = exchangeDocument.calls
