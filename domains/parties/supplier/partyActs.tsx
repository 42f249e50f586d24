import { ref } from '#kit/fields/shared.ts'
import type { Call } from '#kit/shared/call.ts'
import { daysUntil, today } from '#kit/shared/time.ts'
import { type Act, callAct } from '#kit/web/actions.tsx'
import type { DocumentRow } from '#kit/web/document/documentActs.tsx'
import { NONE } from '#kit/web/fieldUi.ts'
import type { Figure } from '#kit/web/info/RecordHead.tsx'
import { fieldFilter } from '#kit/web/list/columnsOf.tsx'

/** Suppliers and carriers as their lists and pages know them. */
export type PartyRow = DocumentRow & { status: number; inForce: number }

/** 停用 with its reason, and 启用, of a party in force. Catalog §8.1. */
export function switchActs<R extends PartyRow>(
  call: Call<unknown, { id?: number; status?: 0 | 1; reason?: string }, unknown, unknown>,
  label: string,
  /** what goes on although the party is stopped, e.g. its open orders; '' when nothing does */
  goesOn: (row: R) => string = () => '',
): Act<R>[] {
  const inForce = (status: number) => (row: R) => row.inForce === 1 && row.status === status
  return [
    callAct(call, {
      label: '停用',
      danger: true,
      when: inForce(1),
      prompt: (row) => `停用后不能再选择该${label}。${goesOn(row)}`,
      reason: '停用原因',
      input: ({ id }, reason) => ({ id, status: 0 as const, reason }),
    }),
    callAct(call, {
      label: '启用',
      when: inForce(0),
      prompt: `确定启用该${label}吗？`,
      input: ({ id }) => ({ id, status: 1 as const, reason: '' }),
    }),
  ]
}

export const CONTRACT = {
  title: '合同',
  fields: ['contractNo', 'contractStart', 'contractEnd', 'contractStatus', 'contractFiles'],
}

/** How far it came to SAP. */
export const SAP = ['sapSync', 'sapDescription', 'sapSyncTime']

/** 地区 of any level. */
export const regionFilter = fieldFilter('regionId', ref('地区', 'city'))

/** How long the contract of a party still holds. Screens §3. */
export const contractFigure = ({ contractEnd }: { readonly contractEnd: string | null }): Figure => ({
  label: '合同剩余天数',
  value: contractEnd === null ? NONE : daysUntil(contractEnd, today()),
})

/** 停用 beside the audit state. */
export const closedState = (row: PartyRow) =>
  row.status === 0 ? ({ value: 0, label: '停用', means: 'off' } as const) : undefined
