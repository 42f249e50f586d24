import { z } from 'zod'
import { choice, datetime, flag, int, json, text } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'
import { SAP_SYNC } from '#kit/shared/sap.ts'

export const SAP_ACTIONS = [
  { value: 'create', label: '新增' },
  { value: 'update', label: '修改' },
  { value: 'cancel', label: '取消' },
] as const
export type SapAction = (typeof SAP_ACTIONS)[number]['value']

/** What goes to SAP, in order per record. Orders §7.3. */
export const sapOutbox = entity(
  'sapOutbox',
  'SAP队列',
  {
    bizType: text('单据类型', { max: 30, readOnly: true, filter: true, width: 110 }),
    bizSn: text('单据号', { max: 60, readOnly: true, search: true, width: 160 }),
    seqNo: int('序号', { readOnly: true, required: true, width: 70 }),
    action: choice('动作', SAP_ACTIONS, { readOnly: true, required: true, filter: true, width: 70 }),
    status: choice('状态', SAP_SYNC, { readOnly: true, initial: 0, filter: true, width: 100 }),
    attempts: int('尝试次数', { readOnly: true, initial: 0, width: 90 }),
    nextTime: datetime('下次时间', { readOnly: true, required: true, width: 150 }),
    sapDocNo: text('SAP单号', { max: 40, readOnly: true, search: true, width: 130 }),
    lastError: text('失败原因', { max: 500, readOnly: true, width: 220 }),
    sentTime: datetime('发送时间', { readOnly: true, width: 150 }),
    bizId: int('单据ID', { readOnly: true, required: true, list: false }),
    payload: json('报文', z.record(z.string(), z.unknown()), {
      readOnly: true,
      required: true,
      form: false,
      unlogged: true,
    }),
    voided: flag('已作废', { readOnly: true, initial: 0, list: false }),
    httpStatus: int('HTTP状态', { readOnly: true, list: false }),
    response: text('返回', { max: 4000, readOnly: true, list: false }),
  },
  { title: 'bizSn', order: [['id', 'desc']], grams: true },
)
