import { CHANNELS } from '#domains/settings/settings.shared.ts'
import { choice, choices, datetime, flag, html, image, int, ref, text } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'
import type { Choice } from '#kit/shared/field.ts'

/** What a term can be bound to, nearest to the buyer's product first but for the channel and the store. Catalog §3.7. */
export const BIND_TYPES = [
  { value: 1, label: '商品' },
  { value: 2, label: '分类' },
  { value: 3, label: '品牌' },
  { value: 4, label: '渠道' },
  { value: 5, label: '门店' },
] as const satisfies readonly Choice[]
export type BindType = (typeof BIND_TYPES)[number]['value']

/** A term as it stands; what it said before is kept in termsVersion. Catalog §3.7. */
export const termsService = entity(
  'termsService',
  '服务条款',
  {
    termName: text('条款名称', { max: 50, required: true, search: true }),
    // An entry of one of the two protocol dictionaries; checked by the server.
    protocolCode: text('协议类型', { max: 50, required: true, filter: true, port: false }),
    channelIds: choices('渠道', CHANNELS, { required: true, filter: true }),
    icon: image('图标', { list: false }),
    summary: text('简述', { max: 100, required: true }),
    content: html('条款内容', { required: true, list: false }),
    termVersion: int('版本', { readOnly: true, initial: 1 }),
    effectiveTime: datetime('生效时间', { help: '留空立即生效' }),
    sort: int('排序', { initial: 0 }),
    status: flag('状态', { initial: 0, texts: ['启用', '停用'], filter: true }),
  },
  {
    title: 'termName',
    order: [
      ['sort', 'desc'],
      ['id', 'desc'],
    ],
  },
)

export const termsRelation = entity(
  'termsRelation',
  '条款绑定',
  {
    termsId: ref('条款', 'termsService', { required: true }),
    bindTermsType: choice('类型', BIND_TYPES, { required: true, filter: true }),
    bindId: int('对象', { required: true, min: 1, list: false }),
    startTime: datetime('开始时间'),
    endTime: datetime('结束时间'),
    sort: int('排序', { initial: 0 }),
  },
  { title: 'bindId', part: true },
)
