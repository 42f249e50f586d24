import { ref } from '#kit/fields/shared.ts'
import { placeOfOne } from '#kit/shared/documentPages.ts'
import { entity } from '#kit/shared/entity.ts'
import { type Act, act, callAct } from '#kit/web/actions.tsx'
import { openForm } from '#kit/web/form/FormModal.tsx'
import type { RowSeen } from '#kit/web/list/columnsOf.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { companyCalls, companyDocument } from './company.document.ts'

/** What is looked at by what is done with a company. */
export const READS = ['status', 'inForce'] as const
export type CompanyRow = RowSeen<typeof companyCalls.list, typeof READS>

export const pageOf = (id: number): string => placeOfOne(companyDocument.places.see, id)

/** Where several companies become one. */
export const mergeOf = (ids: readonly number[]): string => `/company/mergeCustomers?ids=${ids.join(',')}`

const isActive = (row: CompanyRow): boolean => row.inForce === 1

// The dialog asks for nothing but the agent.
const assignment = entity(
  'companyAgent',
  '业务员',
  { agentId: ref('业务员', 'admin', { required: true, help: '须为标记为客服的员工' }) },
  { title: 'agentId' },
)

/** 分配业务员 of one or several companies. */
export function openAssign(rows: readonly CompanyRow[]): Promise<number | null> {
  return openForm({
    of: assignment,
    calls: { save: companyCalls.agent },
    id: null,
    title: `分配业务员（${rows.length}个单位）`,
    success: '分配成功',
    complete: (input) => ({ ...input, ids: rows.map((row) => row.id).join(',') }),
    touches: ['/admin/system/org', '/admin/customer'],
  })
}

/** What is done with a company besides what is done with every document. Catalog §6.1. */
export const COMPANY_ACTS: readonly Act<CompanyRow>[] = [
  callAct(companyCalls.status, {
    label: '停用',
    danger: true,
    when: (row) => isActive(row) && row.status === 1,
    reason: '停用原因',
    prompt: '停用后该单位的组织用户不能登录和下单，未完成的订单继续执行。',
    input: ({ id }, reason) => ({ id, status: 0 as const, reason }),
  }),
  callAct(companyCalls.status, {
    label: '启用',
    when: (row) => isActive(row) && row.status === 0,
    prompt: '确定启用该单位吗？',
    input: ({ id }) => ({ id, status: 1 as const }),
  }),
  act({
    label: '分配业务员',
    permission: companyCalls.agent,
    run: (row) => openAssign([row]),
  }),
  callAct(companyCalls.pushSap, {
    label: '推送SAP',
    when: isActive,
    prompt: '确定将该单位推送到SAP吗？',
    success: '已加入SAP队列',
    input: ({ id }) => ({ id }),
  }),
  act({
    label: '新增下级',
    permission: companyCalls.save,
    when: isActive,
    run: (row) => goTo(`/company/addCustomers?pid=${row.id}`),
  }),
]
