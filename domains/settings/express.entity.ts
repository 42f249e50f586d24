import { flag, int, text } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'

/** Platform §8.3: the carriers of parcels. */
export const express = entity(
  'express',
  '快递公司',
  {
    name: text('物流公司名称', { max: 50, required: true, unique: true, search: true }),
    code: text('编码', {
      max: 32,
      required: true,
      unique: true,
      search: true,
      pattern: /^[a-z0-9_-]+$/,
      help: '小写字母、数字',
    }),
    phone: text('客服电话', { max: 20, list: false }),
    /** what the carrier asks of whoever prints its waybills */
    partnerId: flag('需月结账号', { initial: 0 }),
    partnerKey: flag('需月结密码', { initial: 0, list: false }),
    net: flag('需网点', { initial: 0, list: false }),
    account: text('月结账号', { max: 100, list: false }),
    password: text('月结密码', { max: 100, list: false, port: false }),
    netName: text('网点名称', { max: 100, list: false }),
    /** has waybill templates at the provider */
    elec: flag('电子面单', { initial: 0, readOnly: true }),
    sort: int('排序', { initial: 0, help: '数字大的在前' }),
    isShow: flag('是否显示', { initial: 1, texts: ['显示', '隐藏'], filter: true }),
    status: flag('启用', { initial: 1, texts: ['启用', '停用'], filter: true }),
  },
  {
    title: 'name',
    code: 'code',
    open: true,
    order: [
      ['sort', 'desc'],
      ['id', 'asc'],
    ],
  },
)

interface Waybill {
  status?: unknown
  partnerId?: unknown
  partnerKey?: unknown
  net?: unknown
}

const NEEDS = { account: 'partnerId', password: 'partnerKey', netName: 'net' } as const
const NEEDING = ['account', 'password', 'netName'] as const

/** Whether a carrier that is enabled asks for this field: each of the three follows from its switch. Platform §8.3. */
export function isNeeded(name: (typeof NEEDING)[number], row: Waybill): boolean {
  return row.status === 1 && row[NEEDS[name]] === 1
}

/** Which of the needed fields are blank, with what to say. */
export function missingOf(row: Waybill & { readonly [name: string]: unknown }): Record<string, string> {
  const blank = NEEDING.filter((name) => isNeeded(name, row) && !row[name])
  return Object.fromEntries(blank.map((name) => [name, `请输入${express.shape[name].label}`]))
}
