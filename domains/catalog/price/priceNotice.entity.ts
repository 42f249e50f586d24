import { sapFields } from '#domains/sap/sap.shared.ts'
import { CHANNELS } from '#domains/settings/settings.shared.ts'
import { choice, choices, datetime, lines, money, refs, text } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'
import { grossRateField, signedRate, skuLine } from '../lines/skuLine.ts'
import { lineResult, MOST_LINES, priceDocumentFields } from './priceDocument.ts'

export const NOTICE_TYPES = [
  { value: 1, label: '调价' },
  { value: 2, label: '新品定价' },
  { value: 3, label: '促销价' },
  { value: 4, label: '恢复原价' },
] as const

export const NOTICE_SCOPES = [
  { value: 0, label: '渠道' },
  { value: 1, label: '销售渠道' },
  { value: 2, label: '售达方' },
  { value: 3, label: '组织等级' },
] as const

/** By which entity the objects of a scope are chosen. */
export const SCOPE_REFS: Readonly<Record<number, string>> = {
  1: 'salesChannel',
  2: 'shouda',
  3: 'orgLevel',
}

/** As settings numbers the ways to tell somebody (doors §7.1). */
export const NOTIFY_WAYS = [
  { value: 1, label: '站内信' },
  { value: 2, label: '短信' },
  { value: 3, label: '公众号' },
] as const

export const priceNoticeLine = {
  ...skuLine,
  oldPrice: money('原价', { readOnly: true, width: 110 }),
  floorPrice: money('最低限价', { readOnly: true, width: 100 }),
  newPrice: money('新价', { required: true, width: 120 }),
  changeRate: signedRate('变动率(%)'),
  grossRate: grossRateField,
  oldOtPrice: money('原划线价', { readOnly: true, aside: true, width: 110 }),
  newOtPrice: money('新划线价', { width: 120 }),
  remark: text('备注', { max: 200, width: 160 }),
  result: lineResult,
}

/** 价格通知单: new prices of a channel, sales channel, sold-to party or org level. Catalog §4.2. */
export const priceNotice = entity(
  'priceNotice',
  '价格通知单',
  {
    noticeNo: text('单号', { max: 20, readOnly: true, unique: true, search: true, width: 150 }),
    noticeTitle: text('标题', { max: 50, required: true, search: true, width: 140 }),
    noticeType: choice('类型', NOTICE_TYPES, { required: true, filter: true, width: 76 }),
    scopeType: choice('适用', NOTICE_SCOPES, { required: true, filter: true, width: 76 }),
    channelId: choice('渠道', CHANNELS, { required: true, filter: true, width: 76 }),
    scopeIds: refs('适用对象', 'priceScope', {
      refersBy: { field: 'scopeType', entities: SCOPE_REFS },
      max: 500,
      list: false,
      port: false,
    }),
    effectTime: datetime('生效时间', { required: true, sortable: true, width: 135 }),
    expireTime: datetime('失效时间', { width: 135 }),
    reason: text('调价原因', { max: 200, long: true, required: true, list: false }),
    notifyWay: choices('通知方式', NOTIFY_WAYS, { list: false }),
    lines: lines('明细', priceNoticeLine, { min: 1, max: MOST_LINES }),
    /** who drafted it by itself, so that the same is drafted once */
    sourceKey: text('来源', { max: 100, readOnly: true, unique: true, list: false, port: false }),
    ...priceDocumentFields,
    ...sapFields,
  },
  { title: 'noticeNo', order: [['id', 'desc']], grams: true },
)
