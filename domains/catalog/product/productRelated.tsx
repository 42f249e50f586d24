import { supplierCalls } from '#domains/parties/parties.shared.ts'
import type { InfoPart } from '#kit/web/info/InfoPage.tsx'
import { relatedPart } from '#kit/web/info/Related.tsx'
import { quotaCalls } from '../offer/quota/quota.calls.ts'
import { priceNoticeDocument } from '../price/price.document.ts'

interface Product {
  readonly id: number
  readonly attrValue: readonly { readonly id: number }[]
}

/** What other lists hold of a product, for who may read them: suppliers, quotas, price notices. Screens §3. */
export function relatedOf({ id, attrValue }: Product): readonly InfoPart[] {
  return [
    ...relatedPart('suppliers', '供应商', {
      call: supplierCalls.products,
      of: { skuId: attrValue.map((one) => one.id).join(','), valid: 1 },
      show: ['supplierName', 'skuName', 'supplyPrice', 'minQty', 'leadDays', 'endDate', 'isDefault'],
      to: (row) => `/supplier/infoSupplier/${row.supplierId}/see`,
      empty: '还没有供应商供货',
    }),
    ...relatedPart('quotas', '商品限额', {
      call: quotaCalls.list,
      of: { productId: id },
      show: ['quotaName', 'channelIds', 'limitType', 'maxQty', 'used', 'endTime', 'state'],
      empty: '没有限额',
      all: `/store/quota?productId=${id}`,
    }),
    ...relatedPart('notices', '价格通知单', {
      call: priceNoticeDocument.calls.list,
      of: { productId: id },
      show: ['noticeNo', 'noticeTitle', 'noticeType', 'scopeType', 'effectTime', 'auditStatus'],
      to: (row) => `/purpose/priceNotice/see/${row.id}`,
      empty: '没有价格通知单',
      all: `/purpose/priceNotice?productId=${id}`,
    }),
  ]
}
