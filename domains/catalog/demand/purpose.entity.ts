import { z } from 'zod'
import { CHANNELS } from '#domains/settings/settings.shared.ts'
import {
  choice,
  choices,
  datetime,
  html,
  json,
  money,
  quantity,
  ref,
  refs,
  text,
  texts,
} from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'
import { MONTH } from './purpose.rules.ts'
import { feedbackStates, purposeStates } from './purpose.states.ts'

/** Whose rows scopeIds names. */
export const SCOPE_ENTITIES: Readonly<Record<number, string>> = { 1: 'orgLevel', 2: 'company' }

const SCOPE_TYPES = [
  { value: 0, label: '全部客户' },
  { value: 1, label: '组织等级' },
  { value: 2, label: '指定单位' },
] as const

/** Goods for which demand is collected before they are bought or made. Catalog §4.3. */
export const purposeProduct = entity(
  'purposeProduct',
  '意向商品',
  {
    purposeTitle: text('意向标题', { max: 50, required: true, search: true, width: 180 }),
    skuIds: refs('商品', 'sku', { required: true, max: 200, list: false }),
    season: text('季节/年度', { max: 20, search: true, width: 110 }),
    startTime: datetime('征集开始', { required: true }),
    endTime: datetime('征集截止', { required: true }),
    deliveryMonths: texts('交付月份', { each: 7, max: 24, required: true, width: 160 }),
    refPrice: money('参考价'),
    priceMin: money('最低价', { list: false }),
    priceMax: money('最高价', { list: false }),
    minQty: quantity('起订量', { list: false }),
    stepQty: quantity('倍数', { list: false }),
    channelIds: choices('渠道', CHANNELS, { list: false }),
    scopeType: choice('适用客户', SCOPE_TYPES, { initial: 0, list: false }),
    // Of levels or of companies: scopeType says which, so no entity of this name is ever declared.
    scopeIds: refs('指定对象', 'purposeScope', {
      refersBy: { field: 'scopeType', entities: SCOPE_ENTITIES },
      list: false,
      port: false,
    }),
    description: html('说明'),
    status: choice('状态', purposeStates.states, { initial: 0, readOnly: true, filter: true }),
  },
  { title: 'purposeTitle', order: [['id', 'desc']], grams: true },
)

const SOURCES = [
  { value: 1, label: '商城' },
  { value: 2, label: '代录' },
] as const

const monthQty = z.record(z.string().regex(MONTH), z.number().min(0).max(99_999_999).multipleOf(0.001))

/** What a customer wants of a sku of an intention, by month. Catalog §4.3. */
export const purposeFeedback = entity(
  'purposeFeedback',
  '意向反馈',
  {
    purposeProductId: ref('意向', 'purposeProduct', { required: true, filter: true, width: 160 }),
    companyId: ref('客户', 'company', { required: true, filter: true, width: 160 }),
    shoudaId: ref('售达方', 'shouda', { width: 140 }),
    skuId: ref('规格', 'sku', { required: true, width: 120 }),
    monthQty: json('各月数量', monthQty, { required: true, list: true, port: true }),
    intendQty: quantity('合计', { readOnly: true, initial: 0, width: 100 }),
    expectPrice: money('期望价'),
    source: choice('来源', SOURCES, { readOnly: true, initial: 2, width: 80 }),
    agentId: ref('业务员', 'admin', { readOnly: true, filter: true, width: 100 }),
    status: choice('状态', feedbackStates.states, { readOnly: true, initial: 0, filter: true }),
    replyContent: text('回复', { max: 200, readOnly: true, long: true }),
    replyTime: datetime('回复时间', { readOnly: true, list: false }),
  },
  { title: 'purposeProductId', order: [['id', 'desc']], scope: { company: 'companyId' } },
)
