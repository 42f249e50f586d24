import type { ReactNode } from 'react'
import { CHANNELS } from '#domains/settings/settings.shared.ts'
import { choice, ref } from '#kit/fields/shared.ts'
import { FieldCell } from '#kit/fields/web.tsx'
import type { Call } from '#kit/shared/call.ts'
import { type Act, callAct } from '#kit/web/actions.tsx'
import { NONE } from '#kit/web/fieldUi.ts'
import { fieldFilter } from '#kit/web/list/columnsOf.tsx'
import type { ListFilter } from '#kit/web/list/Filters.tsx'
import { StateTag } from '#kit/web/StateTag.tsx'
import { companyField } from './partner.fields.ts'

/** A row of a list of what belongs to companies. */
export type PartnerRow = {
  readonly id: number
  companyId: number
  companyStatus: 0 | 1 | null
  status: 0 | 1
  isDefault: 0 | 1
}

/** Of which the list shows and looks at these. */
export const READS = ['companyId', 'companyStatus', 'status', 'isDefault'] as const

export type ById = Call<unknown, { id?: number }, unknown, unknown>

export const agentFilter: ListFilter = fieldFilter('agentId', ref('业务员', 'admin'))

export const COMPANY_FILTERS: readonly ListFilter[] = [
  fieldFilter('companyChannel', choice('渠道', CHANNELS)),
  agentFilter,
]

/** 单位, marked when it is disabled: its partners cannot be used then. Catalog §6.1. */
export function companyCell(row: { companyId: number; companyStatus: 0 | 1 | null }): ReactNode {
  return (
    <>
      <FieldCell field={companyField} name="companyId" value={row.companyId} row={{ ...row }} />
      {row.companyStatus === 0 && <StateTag label="单位已停用" means="wrong" />}
    </>
  )
}

/** 设为默认 and 推送SAP of a partner. Catalog §6.2. */
export function partnerActs(calls: { setDefault: ById; pushSap: ById }): Act<PartnerRow>[] {
  const input = ({ id }: PartnerRow) => ({ id })
  return [
    callAct(calls.setDefault, {
      label: '设为默认',
      when: (row) => row.isDefault === 0 && row.status === 1,
      prompt: '设为默认后，同单位原来的默认将被替换，确定吗？',
      input,
    }),
    callAct(calls.pushSap, {
      label: '推送SAP',
      input,
      success: '已加入SAP队列',
    }),
  ]
}

/** A period of two days as one cell. */
export function period(start: string | null, end: string | null): string {
  if (start === null && end === null) return NONE
  return `${start ?? ''} ~ ${end ?? '长期'}`
}
