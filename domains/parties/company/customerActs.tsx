import { ref, text } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'
import { canDo } from '#kit/shared/states.ts'
import { type Act, act, callAct, stateAct } from '#kit/web/actions.tsx'
import { forAll } from '#kit/web/batch.ts'
import { openForm } from '#kit/web/form/FormModal.tsx'
import type { RowSeen } from '#kit/web/list/columnsOf.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { AGENT } from './agentRef.ts'
import { agentCalls, customerCalls } from './customer.calls.ts'
import { customerStates } from './customer.entity.ts'
import { openFollow } from './Follows.tsx'

/** What is looked at by what is done with a customer. */
export const READS = ['agentId', 'companyId', 'stage'] as const
export type CustomerRow = RowSeen<typeof customerCalls.list, typeof READS>

export const CUSTOMERS = '/customer/index'
export const pageOf = (id: number): string => `/customer/info_customers/${id}/see`
export const formOf = (id: number): string => `/customer/add_customers/${id}`

const TOUCHES = ['/admin/customer', '/admin/system/org', agentCalls.agents.path]
const isHeld = (row: CustomerRow): boolean => row.agentId !== null
/** Why a customer that nobody holds is neither edited nor deleted; null for those of an agent. */
export const inPool = (row: CustomerRow): string | null => (isHeld(row) ? null : '客户在公海，请先领取')
const idsOf = (rows: readonly CustomerRow[]): string => rows.map((row) => row.id).join(',')

// The dialog asks for nothing but the agent and the reason.
const transfer = entity(
  'customerTransfer',
  '转移',
  {
    agentId: ref('新负责人', AGENT, { required: true }),
    reason: text('原因', { max: 200, long: true }),
  },
  { title: 'agentId' },
)

/** 分配 of customers nobody holds to one agent. */
function openAssign(rows: readonly CustomerRow[]): Promise<number | null> {
  return openForm({
    of: transfer,
    calls: { save: agentCalls.assign },
    id: null,
    title: `分配客户（${rows.length}个）`,
    success: '分配成功',
    inputs: { agentId: { label: '负责人' } },
    complete: (input) => ({ ...input, customerIds: idsOf(rows), mode: 'assign' }),
    touches: TOUCHES,
  })
}

/** 转移 of one or several customers to one agent. */
export function openTransfer(rows: readonly CustomerRow[]): Promise<number | null> {
  return openForm({
    of: transfer,
    calls: { save: customerCalls.transfer },
    id: null,
    title: `转移客户（${rows.length}个）`,
    success: '转移成功',
    complete: (input) => ({ ...input, ids: idsOf(rows) }),
    touches: TOUCHES,
  })
}

const ofPool = forAll((row: CustomerRow) => !isHeld(row), '选中的客户中有已有负责人的')

const claim: Act<readonly CustomerRow[]> = callAct(customerCalls.claim, {
  label: '领取',
  ...ofPool,
  prompt: '确定领取吗？领取后由您负责跟进。',
  success: '领取成功',
  input: (rows) => ({ ids: idsOf(rows) }),
})

const intoPool: Act<readonly CustomerRow[]> = callAct(customerCalls.pool, {
  label: '放入公海',
  ...forAll(
    (row: CustomerRow) => isHeld(row) && row.companyId === null && canDo(customerStates, 'pool', row.stage),
    '选中的客户中有不能放入公海的',
  ),
  prompt: customerStates.actions.pool.prompt,
  input: (rows) => ({ ids: idsOf(rows) }),
})

/** An action of several rows for one. */
const ofOne = (many: Act<readonly CustomerRow[]>): Act<CustomerRow> => ({
  ...many,
  may: (row) => many.may([row]),
  closed: (row) => many.closed?.([row]) ?? null,
  off: (row) => many.off?.([row]) ?? null,
  run: (row) => many.run([row]),
})

export const CUSTOMER_BATCH: readonly Act<readonly CustomerRow[]>[] = [
  act({
    label: '分配',
    permission: agentCalls.assign,
    ...ofPool,
    run: openAssign,
  }),
  act({
    label: '转移',
    permission: customerCalls.transfer,
    ...forAll(isHeld, '选中的客户中有没有负责人的'),
    run: openTransfer,
  }),
  intoPool,
  claim,
]

/** What is done with a customer, in the list and on the page. Catalog §7.3. */
export const CUSTOMER_ACTS: readonly Act<CustomerRow>[] = [
  act({
    label: '写跟进',
    permission: customerCalls.followSave,
    when: isHeld,
    run: (row) => openFollow(row.id),
  }),
  ofOne(claim),
  act({
    label: '分配',
    permission: agentCalls.assign,
    when: (row) => !isHeld(row),
    run: (row) => openAssign([row]),
  }),
  act({
    label: '建档',
    permission: customerCalls.toCompany,
    when: (row) => isHeld(row) && row.companyId === null && canDo(customerStates, 'toCompany', row.stage),
    run: (row) => goTo(`/company/addCustomers?customerId=${row.id}`),
  }),
  act({
    label: '转移',
    permission: customerCalls.transfer,
    when: isHeld,
    run: (row) => openTransfer([row]),
  }),
  ofOne(intoPool),
  stateAct(customerStates, 'lose', customerCalls.lose, {
    when: (row) => isHeld(row) && row.companyId === null,
    input: ({ id }, reason) => ({ id, reason }),
  }),
]
