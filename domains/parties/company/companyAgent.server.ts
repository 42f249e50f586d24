import { declareScene, notify } from '#domains/settings/settings.door.ts'
import type { Tx } from '#kit/server/database.ts'
import { insertRow, lockRow, updateRow } from '#kit/server/rows.ts'
import { actorOf } from '#kit/server/transaction.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { formatTime, toSeconds } from '#kit/shared/time.ts'
import { type Company, checkAgent } from './company.check.server.ts'
import { company } from './company.entity.ts'
import { newCustomerNo } from './customer.check.server.ts'
import { customer } from './customer.entity.ts'

type Customer = EntityRow<typeof customer>

const FOR_STAFF = 2
const MOVED = 'customer_moved'
/** What agents are told when customers change hands. */
export const agentScene = declareScene({
  mark: MOVED,
  type: '客户负责人变更',
  description: '客户换了负责人时通知原负责人和新负责人',
  sendType: FOR_STAFF,
  channels: ['notice'],
  content: '{operator}于{time}将{count}个客户（{names}）由{from}转给{to}。{reason}',
  link: '/customer/index',
})

const DEAL = 4

/** A locked company and its customer get another agent. Catalog invariant 11. */
export async function giveCompany(tx: Tx, row: Company, agentId: number | null): Promise<void> {
  if (row.agentId !== agentId) await updateRow(tx, company, row, { agentId })
  await followCompany(tx, row.id, agentId)
}

/** The customer of a company has the company's agent. */
export async function followCompany(tx: Tx, companyId: number, agentId: number | null): Promise<void> {
  const held = await customerOf(tx, companyId)
  if (held !== null && held.agentId !== agentId) await hold(tx, held, agentId)
}

async function hold(tx: Tx, row: Customer, agentId: number | null): Promise<void> {
  await updateRow(tx, customer, row, { agentId, heldTime: agentId === null ? null : new Date() })
}

/** The customer of a company, locked. */
export async function customerOf(tx: Tx, companyId: number): Promise<Customer | null> {
  const found = await tx
    .selectFrom('customer')
    .select('id')
    .where('companyId', '=', companyId)
    .where('isDel', '=', 0)
    .executeTakeFirst()
  return found === undefined ? null : lockRow(tx, customer, found.id, { anyScope: true })
}

/** A locked customer, and the locked company it has, get another agent. */
export async function giveCustomer(tx: Tx, row: Customer, agentId: number | null): Promise<void> {
  if (row.companyId === null) await hold(tx, row, agentId)
  else await giveCompany(tx, await lockRow(tx, company, row.companyId, { anyScope: true }), agentId)
}

/** Every approved company has exactly one customer: the one it was made from, one that is plainly it, or a new one. */
export async function ensureCustomer(tx: Tx, row: Company): Promise<void> {
  const established = { companyId: row.id, establishFlag: 1, stage: DEAL, agentId: row.agentId } as const
  const held = (await customerOf(tx, row.id)) ?? (await sameCustomer(tx, row))
  if (held !== null) {
    await updateRow(tx, customer, held, established)
    return
  }
  const { provinceId, cityId, districtId, address, contactName, contactPhone, creditCode } = row
  await insertRow(tx, customer, {
    ...established,
    customerNo: await newCustomerNo(tx),
    customerName: row.orgName,
    customerType: creditCode === '' ? 3 : 1,
    source: 1,
    ...{ provinceId, cityId, districtId, address, contactName, contactPhone, creditCode },
    email: row.contactEmail,
    heldTime: row.agentId === null ? null : new Date(),
  })
}

/** A prospect of the company's own agent, or of nobody, with its credit code or phone. */
async function sameCustomer(tx: Tx, row: Company): Promise<Customer | null> {
  const found = await tx
    .selectFrom('customer')
    .select('id')
    .where('companyId', 'is', null)
    .where('isDel', '=', 0)
    .where('stage', '<>', 5)
    .where((one) =>
      one.or([
        one('contactPhone', '=', row.contactPhone),
        ...(row.creditCode === '' ? [] : [one('creditCode', '=', row.creditCode)]),
      ]),
    )
    .where((one) => one.or([one('agentId', 'is', null), one('agentId', '=', row.agentId)]))
    .orderBy('id')
    .executeTakeFirst()
  return found === undefined ? null : lockRow(tx, customer, found.id, { anyScope: true })
}

const NAMED = 5

/** Tells the old and the new agent which customers changed hands. Catalog §7.3. */
export async function tellAgents(
  tx: Tx,
  moved: { from: number | null; to: number | null; names: readonly string[]; reason: string },
): Promise<void> {
  const people = [moved.from, moved.to].filter((id) => id !== null)
  if (people.length === 0 || moved.names.length === 0) return
  const rows = await tx.selectFrom('admin').select(['id', 'realName']).where('id', 'in', people).execute()
  const nameOf = (id: number | null) => rows.find((row) => row.id === id)?.realName ?? '公海'
  const now = new Date()
  await notify(
    tx,
    MOVED,
    people.map((id) => ({ kind: 'admin', id })),
    {
      operator: actorOf(tx).realName,
      time: formatTime(toSeconds(now)),
      count: moved.names.length,
      names: moved.names.slice(0, NAMED).join('、') + (moved.names.length > NAMED ? ' 等' : ''),
      from: nameOf(moved.from),
      to: nameOf(moved.to),
      reason: moved.reason === '' ? '' : `原因：${moved.reason}`,
    },
    `customer:${now.getTime()}:${moved.from}:${moved.to}`,
  )
}

/** 分配业务员 for several companies; each agent is told once. */
export async function assignCompanies(tx: Tx, ids: readonly number[], agentId: number): Promise<void> {
  await checkAgent(tx, agentId)
  const moved = new Map<number | null, string[]>()
  for (const id of [...ids].sort((a, b) => a - b)) {
    const row = await lockRow(tx, company, id)
    if (row.agentId === agentId) continue
    moved.set(row.agentId, [...(moved.get(row.agentId) ?? []), row.orgName])
    await giveCompany(tx, row, agentId)
  }
  for (const [from, names] of moved) await tellAgents(tx, { from, to: agentId, names, reason: '' })
}
