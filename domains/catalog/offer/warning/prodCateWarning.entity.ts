import { CHANNELS } from '#domains/settings/settings.shared.ts'
import { choice, choices, datetime, flag, int, refs, text } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'
import type { Choice } from '#kit/shared/field.ts'

export const WARN_TYPES = [
  { value: 1, label: '购买提示' },
  { value: 2, label: '库存预警' },
  { value: 3, label: '临期预警' },
  { value: 4, label: '滞销预警' },
  { value: 5, label: '缺货预警' },
] as const satisfies readonly Choice[]
export type WarnType = (typeof WARN_TYPES)[number]['value']

export const POSITIONS = [
  { value: 1, label: '详情页' },
  { value: 2, label: '购物车' },
  { value: 3, label: '结算页' },
  { value: 4, label: '发货单' },
] as const satisfies readonly Choice[]
export type Position = (typeof POSITIONS)[number]['value']

export const NOTIFY_WAYS = [
  { value: 1, label: '站内信' },
  { value: 2, label: '短信' },
  { value: 3, label: '公众号' },
] as const satisfies readonly Choice[]

/** What buyers or staff are told about the products of some categories. Catalog §3.7. */
export const prodCateWarning = entity(
  'prodCateWarning',
  '商品分类预警消息',
  {
    msgTitle: text('标题', { max: 50, required: true, search: true }),
    cateIds: refs('商品分类', 'category', { required: true, categoryType: 1, list: false }),
    warnType: choice('预警类型', WARN_TYPES, { required: true, filter: true }),
    threshold: int('阈值'),
    content: text('消息内容', {
      max: 200,
      required: true,
      long: true,
      list: false,
      help: '可使用 {商品} {数量} {天数} {仓库}',
    }),
    channelIds: choices('渠道', CHANNELS, { list: false }),
    positions: choices('展示位置', POSITIONS, { list: false }),
    needConfirm: flag('需确认', { initial: 0, list: false }),
    receiverIds: refs('接收人', 'admin', { list: false }),
    notifyWay: choices('通知方式', NOTIFY_WAYS, { list: false }),
    repeatDays: int('重复间隔(天)', { initial: 1, min: 1, max: 365, list: false }),
    startTime: datetime('开始时间'),
    endTime: datetime('结束时间'),
    lastTime: datetime('最近触发', { readOnly: true }),
    status: flag('状态', { initial: 1, texts: ['启用', '停用'], filter: true }),
  },
  { title: 'msgTitle', grams: true },
)
