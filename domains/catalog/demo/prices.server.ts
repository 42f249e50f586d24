import type { Demo } from '#kit/server/demo.ts'
import { formatMoney } from '#kit/shared/money.ts'
import { salesChannelCalls } from '../price/price.calls.ts'
import { basePriceDocument, priceNoticeDocument, saleInfoDocument } from '../price/price.document.ts'
import { applyCalls } from '../shelf/showApply.document.ts'
import { demoCode } from './goods.server.ts'
import { GOODS } from './goods.ts'

/** The real rows come first: so many. */
const REAL = 11
const MAKER = '何雨'
const codeOf = (at: number): string => demoCode(REAL + at)
const round = (cents: number): number => Math.round(cents / 10) * 10

/** What the first specification of the n-th drawn product costs after its price moved so often. */
const movedPrice = (at: number, times: number): number => {
  const [, , , , , price] = GOODS[at] ?? GOODS[0] ?? []
  const turns = [0, 4, 7, 3, 9, 6, 11, 8]
  return round(((price ?? 0) * (100 + (turns[times % turns.length] ?? 0))) / 100)
}

const MOVES = [
  [320, '春季成本调整'],
  [270, '换季调价'],
  [215, '年中促销前调价'],
  [160, '原料涨价调整'],
  [105, '新季定价'],
  [60, '双节前调价'],
  [15, '年末清货调价'],
] as const
/** So many products of the drawn ones have their prices moved, each time. */
const MOVED = 12

/** Sales channels, base prices, and how prices moved in the last year. */
export async function fillPrices({ as, ago, idOf, time }: Demo): Promise<void> {
  const maker = as(MAKER)
  const examiner = as('王丽')
  const skuOf = (at: number) => idOf('sku', `${codeOf(at)}-01`)
  for (const [n, [channelName, channelId]] of (
    [
      ['线下商超', 1202],
      ['企业团购', 1204],
      ['自营商城', 1201],
    ] as const
  ).entries())
    await maker(salesChannelCalls.save, { channelCode: `XS0${n + 1}`, channelName, channelId, sort: 9 - n })
  await ago(340, async () => {
    const lines = []
    for (let at = 0; at < MOVED; at++) {
      const basePrice = round(movedPrice(at, 0) * 0.8)
      lines.push({ skuId: await skuOf(at), basePrice: formatMoney(basePrice), minRate: 5 })
    }
    const { id } = await maker(basePriceDocument.calls.save, {
      priceTitle: '年度基础价格',
      effectTime: time(0),
      reason: '年度价格核定',
      lines,
      submit: 1,
    })
    await examiner(basePriceDocument.calls.examine, { id, auditStatus: 1 })
  })
  for (const [n, [days, noticeTitle]] of MOVES.entries())
    await ago(days, async () => {
      const { id } = await maker(priceNoticeDocument.calls.save, await noticeOf(noticeTitle, n + 1, time(0)))
      await examiner(priceNoticeDocument.calls.examine, { id, auditStatus: 1 })
    })
  async function noticeOf(noticeTitle: string, times: number, effectTime: number) {
    const lines = []
    for (let at = 0; at < MOVED; at++) {
      const price = movedPrice(at, times)
      const newOtPrice = formatMoney(round(price * 1.25))
      lines.push({ skuId: await skuOf(at), newPrice: formatMoney(price), newOtPrice })
    }
    const scope = { noticeType: 1, scopeType: 0, channelId: 1201 } as const
    return { noticeTitle, ...scope, effectTime, reason: '按成本与市场价核定', lines, submit: 1 } as const
  }
}

/** Documents about prices and the shelf that are under way. */
export async function fillCatalogDocuments({ as, ago, idOf, time }: Demo): Promise<void> {
  const maker = as(MAKER)
  const skuOf = (at: number) => idOf('sku', `${codeOf(at)}-01`)
  const waiting = ['冬季新品调价', '团购专享价', '临期清货调价', '会员日调价', '新店开业价'] as const
  for (const [n, noticeTitle] of waiting.entries())
    await ago(waiting.length - n, async () => {
      const lines = []
      for (let at = n * 2; at < n * 2 + 3; at++)
        lines.push({ skuId: await skuOf(at), newPrice: formatMoney(movedPrice(at, n + 1)) })
      await maker(priceNoticeDocument.calls.save, {
        noticeTitle,
        noticeType: 1,
        scopeType: 0,
        channelId: 1202,
        effectTime: time(n + 5),
        reason: '配合门店活动',
        lines,
        submit: n === waiting.length - 1 ? 0 : 1,
      })
    })
  await maker(saleInfoDocument.calls.save, {
    infoTitle: '商超渠道供货价',
    salesChannelId: await idOf('salesChannel', '线下商超'),
    effectTime: time(3),
    lines: [
      {
        skuId: await skuOf(0),
        supplyPrice: formatMoney(movedPrice(0, 1)),
        retailPrice: formatMoney(movedPrice(0, 4)),
      },
    ],
    submit: 1,
  })
  for (const [n, applyTitle] of (['供应链渠道补充上架', '商城停售商品下架'] as const).entries())
    await maker(applyCalls.save, {
      applyTitle,
      applyType: n === 0 ? 1 : 2,
      channelIds: [n === 0 ? 1202 : 1201],
      reason: n === 0 ? '企业客户需要' : '换代停售',
      lines: [{ productId: await idOf('product', demoCode(n === 0 ? 12 : 15)) }],
      submit: 1,
    })
}
