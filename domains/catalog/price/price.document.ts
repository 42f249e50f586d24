import { int, ref, text } from '#kit/fields/shared.ts'
import { idAnswer, idField, post, taskAnswer } from '#kit/shared/call.ts'
import { declareDocument } from '#kit/shared/declareDocument.ts'
import { importInput } from '#kit/shared/importInput.ts'
import { nameOf } from '#kit/shared/join.ts'
import { basePrice } from './basePrice.entity.ts'
import { PRICE_KINDS } from './priceKinds.ts'
import { priceNotice } from './priceNotice.entity.ts'
import { saleInfo } from './saleInfo.entity.ts'

/** What lists of price documents join to them. */
export const documentJoined = { makerName: nameOf('createBy', '制单人', { of: 'admin', width: 90 }) }
export const noticeJoined = {
  ...documentJoined,
  scopeNames: nameOf('scopeIds', '适用对象', { max: 2000, width: 180, between: '、', orId: true }),
}

/** Beyond the usual calls of a document: take an approved one back, copy, import. Catalog §8.6. */
const moreCalls = (label: string) => (_usual: unknown, path: string) => ({
  revoke: post(`${path}/revoke/:id`, {
    title: `撤回生效前的${label}`,
    input: { id: idField(), reason: text('撤回原因', { max: 200, required: true }) },
  }),
  copy: post(`${path}/copy/:id`, { title: `复制${label}`, input: { id: idField() }, answer: idAnswer }),
  importSheet: post(`${path}/import`, {
    title: `导入${label}`,
    multipart: true,
    input: importInput,
    answer: taskAnswer,
    business: 6,
  }),
})

/** 商品基础价格. Catalog §4.2. */
export const basePriceDocument = declareDocument(basePrice, {
  ...PRICE_KINDS.basePrice,
  number: ['basePriceNo', 'JZ'],
  list: documentJoined,
  calls: moreCalls(basePrice.label),
})

/** 商品销售信息. Catalog §4.2. */
export const saleInfoDocument = declareDocument(saleInfo, {
  ...PRICE_KINDS.saleInfo,
  number: ['saleInfoNo', 'XS'],
  list: documentJoined,
  calls: moreCalls(saleInfo.label),
})

/** 价格通知单. Catalog §4.2. */
export const priceNoticeDocument = declareDocument(priceNotice, {
  ...PRICE_KINDS.priceNotice,
  number: ['noticeNo', 'JG'],
  list: noticeJoined,
  filters: { salesChannelId: text('销售渠道', { max: 500 }), productId: ref('商品', 'product') },
  info: { receiverCount: int('预计通知人数') },
  calls: moreCalls(priceNotice.label),
})

/** Every kind, in the order of its effect. */
export const PRICE_DOCUMENTS = [basePriceDocument, saleInfoDocument, priceNoticeDocument] as const
