import { choice, int, text } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'

export const TAKEN = 0
export const USED = 1
export const RETURNED = 2

const UNIT_STATES = [
  { value: TAKEN, label: '处理中', means: 'runs' },
  { value: USED, label: '成功', means: 'done' },
  { value: RETURNED, label: '失败退回', means: 'wrong' },
] as const

/** The paid services and what a unit of each is called. Platform D4, §12.1. */
export const SERVICES = [
  { value: 'sms', label: '短信', unit: '短信条数' },
  { value: 'copy', label: '商品采集', unit: '采集次数' },
  { value: 'expr_query', label: '物流查询', unit: '物流查询次数' },
  { value: 'expr_dump', label: '电子面单打印', unit: '面单打印次数' },
] as const
export type ServiceType = (typeof SERVICES)[number]['value']

/** Units taken from a paid service, once for each source. Platform §12.1. */
export const passRecord = entity(
  'passRecord',
  '服务用量记录',
  {
    type: choice('服务', SERVICES, { required: true, filter: true }),
    units: int('用量', { required: true }),
    status: choice('状态', UNIT_STATES, { initial: TAKEN, filter: true }),
    code: text('快递公司', { max: 32 }),
    num: text('单号', { max: 64, search: true }),
    fromName: text('发件人', { max: 50 }),
    toName: text('收件人', { max: 50 }),
    url: text('采集地址', { max: 500, search: true }),
    resultcode: text('结果', { max: 100 }),
    remark: text('备注', { max: 200 }),
    source: text('来源', { max: 200, list: false, port: false }),
  },
  { title: 'source', order: [['createTime', 'desc']] },
)
