import { enqueue } from '#domains/sap/sap.door.ts'
import type { RowOf } from '#kit/shared/field.ts'
import { formatMoney } from '#kit/shared/money.ts'
import { toSeconds } from '#kit/shared/time.ts'
import { basePrice, type basePriceLine } from './basePrice.entity.ts'
import { basePriceDocument, documentJoined } from './price.document.ts'
import { changeRate, SCOPE } from './price.rules.ts'
import { type PriceDocument, priceDocument } from './priceDocument.server.ts'

/** 商品基础价格: sets what prices are held against. Catalog §4.2. */
const kind: PriceDocument<typeof basePrice, RowOf<typeof basePriceLine>> = {
  document: basePriceDocument,
  joined: documentJoined,
  async check() {},
  terms: () => null,
  fill: (line, card) => ({
    oldBasePrice: card.basePrice,
    changeRate: changeRate(card.basePrice, line.basePrice),
  }),
  prices: (_row, line) => [
    {
      skuId: line.skuId,
      channelId: 0,
      scopeType: SCOPE.base,
      scopeId: 0,
      price: line.basePrice,
      otPrice: line.basePrice,
      purchaseBase: line.purchaseBase,
      minRate: line.minRate,
    },
  ],
  async told(tx, row) {
    await enqueue(tx, {
      bizType: basePrice.name,
      bizId: row.id,
      bizSn: row.basePriceNo,
      action: 'create',
      payload: {
        head: { basePriceNo: row.basePriceNo, effectTime: toSeconds(row.effectTime) },
        items: row.lines.map((line) => ({
          skuCode: line.skuCode,
          basePrice: formatMoney(line.basePrice),
          minRate: line.minRate,
          purchaseBase: line.purchaseBase === null ? null : formatMoney(line.purchaseBase),
        })),
      },
    })
  },
  async revoked(tx, row) {
    await enqueue(tx, {
      bizType: basePrice.name,
      bizId: row.id,
      bizSn: row.basePriceNo,
      action: 'cancel',
      payload: { head: { basePriceNo: row.basePriceNo, reason: row.revokeReason } },
    })
  },
}
export const basePricePart = priceDocument(kind)
