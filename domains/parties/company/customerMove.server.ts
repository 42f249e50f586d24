import { sql } from 'kysely'
import type { Handover, StaffLeave } from '#domains/access/access.door.ts'
import type { Db, Tx } from '#kit/server/database.ts'
import { lockRow } from '#kit/server/rows.ts'
import { conflict } from '#kit/shared/errors.ts'
import { checkAgent } from './company.check.server.ts'
import { company } from './company.entity.ts'
import { giveCompany, giveCustomer, tellAgents } from './companyAgent.server.ts'
import type { Customer } from './customer.check.server.ts'
import { customer } from './customer.entity.ts'

interface Move {
  reason?: string
  /** refuses a locked customer that may not change hands so, or that the person does not see */
  guard?(row: Customer): Promise<void>
}

/**
 * Gives customers, and the companies they have, to an agent or to nobody; each old agent and the new one are told.
 * Answers how many changed hands. What another person does with them meanwhile is seen: they are locked first.
 */
export async function moveCustomers(
  tx: Tx,
  ids: readonly number[],
  agentId: number | null,
  { reason = '', guard }: Move = {},
): Promise<number> {
  if (agentId !== null) await checkAgent(tx, agentId)
  const rows = await lockCustomers(tx, ids)
  for (const row of rows) await guard?.(row)
  const changing = rows.filter((row) => row.agentId !== agentId)
  for (const row of changing) await giveCustomer(tx, row, agentId)
  for (const [from, held] of Map.groupBy(changing, (row) => row.agentId))
    await tellAgents(tx, { from, to: agentId, names: held.map((row) => row.customerName), reason })
  return changing.length
}

/** Companies stand before customers in the order of locks, and each kind ascends by id. Doors §5. */
async function lockCustomers(tx: Tx, ids: readonly number[]): Promise<Customer[]> {
  const found = await tx
    .selectFrom('customer')
    .select('companyId')
    .where('id', 'in', [...ids])
    .where('companyId', 'is not', null)
    .execute()
  for (const companyId of found.flatMap((row) => row.companyId ?? []).sort((a, b) => a - b))
    await lockRow(tx, company, companyId, { anyScope: true })
  const rows: Customer[] = []
  for (const id of [...new Set(ids)].sort((a, b) => a - b))
    rows.push(await lockRow(tx, customer, id, { anyScope: true }))
  return rows
}

/** Everything an agent looks after goes to another: customers with their companies, then companies without one. */
async function moveAll(tx: Tx, from: number, to: number): Promise<number> {
  const held = await tx
    .selectFrom('customer')
    .select('id')
    .where('agentId', '=', from)
    .where('isDel', '=', 0)
    .execute()
  const moved =
    held.length > 0
      ? await moveCustomers(
          tx,
          held.map((row) => row.id),
          to,
        )
      : 0
  const left = await tx
    .selectFrom('company')
    .select('id')
    .where('agentId', '=', from)
    .where('isDel', '=', 0)
    .orderBy('id')
    .execute()
  for (const { id } of left) await giveCompany(tx, await lockRow(tx, company, id, { anyScope: true }), to)
  return moved + left.length
}

/** How many customers hang on an agent, and companies that are no customer yet. */
async function heldBy(db: Db, adminId: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select (select count(*) from "customer" where "agentId" = ${adminId} and "isDel" = 0)
      + (select count(*) from "company" c where c."agentId" = ${adminId} and c."isDel" = 0 and not exists
          (select 1 from "customer" u where u."companyId" = c."id" and u."isDel" = 0)) as "n"`.execute(db)
  return rows[0]?.n ?? 0
}

/** 客户 of somebody who leaves. Doors §3 declareHandover. */
export const customerHandover: Handover = { label: '客户', count: heldBy, move: moveAll }

/**
 * Who is no agent any more has no customers: they go to the one named, and without one the mark cannot be taken.
 * An account that is disabled or deleted keeps them until they are handed over. Doors §3 onStaffLeave.
 */
export async function leaveCustomers(tx: Tx, { adminId, reason, transferTo }: StaffLeave): Promise<void> {
  if (reason !== 'notAgent') return
  if (transferTo !== undefined) {
    await checkAgent(tx, transferTo, 'transferTo')
    await moveAll(tx, adminId, transferTo)
  } else if ((await heldBy(tx, adminId)) > 0) throw conflict('该客服名下还有客户，请先转移')
}
