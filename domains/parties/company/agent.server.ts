import { type SqlBool, sql } from 'kysely'
import { setAgentMark } from '#domains/access/access.door.ts'
import { bothOf } from '#kit/server/bothOf.ts'
import { countRows } from '#kit/server/counts.ts'
import type { Db } from '#kit/server/database.ts'
import { keptIds } from '#kit/server/keptIds.ts'
import { answerPage, pageOf } from '#kit/server/list.ts'
import { rowScope, scopeCondition } from '#kit/server/scope.ts'
import { change, read } from '#kit/server/serve.ts'
import { builtRows } from '#kit/server/textRows.ts'
import type { Who } from '#kit/server/who.ts'
import { unfiltered } from '#kit/shared/call.ts'
import type { Entity } from '#kit/shared/entity.ts'
import { conflict, refuse } from '#kit/shared/errors.ts'
import { maskPhone } from '#kit/shared/text.ts'
import { monthKey } from '#kit/shared/time.ts'
import { figuresOf } from '../level/figures.server.ts'
import { company } from './company.entity.ts'
import { agentCalls } from './customer.calls.ts'
import { customer } from './customer.entity.ts'
import { poolReader, readCustomer } from './customer.server.ts'
import { moveCustomers } from './customerMove.server.ts'

interface AgentRow {
  id: number
  realName: string
  account: string
  phone: string
  online: 0 | 1
  customerCount: number
  companyCount: number
}

async function seenBy(db: Db, who: Who, of: Entity) {
  return scopeCondition(await rowScope(db, who, of), of.name) ?? sql<SqlBool>`true`
}

/** The agents among the staff, found once until somebody of them changes. */
const agentIds = (db: Db) =>
  keptIds(db, sql`select "id" from "admin" where "isAgent" = 1 and "isDel" = 0 and "status" = 1`, ['admin'])

/** What the companies of agents bought by the orders paid this month, in cents, by agent; of companies the person sees. */
async function dealsOf(db: Db, who: Who, agentIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
  if (agentIds.length === 0) return new Map()
  const held = await db
    .selectFrom('shouda')
    .innerJoin('company', 'company.id', 'shouda.companyId')
    .select(['shouda.id', 'company.agentId'])
    .where('company.agentId', '=', sql<number>`any(${sql.val([...agentIds])}::int[])`)
    .where('company.isDel', '=', 0)
    .where('shouda.isDel', '=', 0)
    .where(await seenBy(db, who, company))
    .execute()
  const agents = new Map(held.map((row) => [row.id, row.agentId ?? 0]))
  const deals = new Map<number, number>()
  for (const { shoudaId, gross, discount } of await figuresOf(db, monthKey(new Date()), [...agents.keys()])) {
    const agentId = agents.get(shoudaId) ?? 0
    deals.set(agentId, (deals.get(agentId) ?? 0) + gross - discount)
  }
  return deals
}

/** The four calls of agents and their customers. Catalog §7.3. */
export const agentServed = [
  read(agentCalls.agents, async (db, who, { page, limit, keywords, roleId, ids }) => {
    const words = keywords.trim()
    const pattern = `%${words.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`
    const called =
      words === ''
        ? sql``
        : sql`and ("admin"."realName" ilike ${pattern} or "admin"."account" ilike ${pattern} or "admin"."phone" ilike ${pattern})`
    const inRole = roleId === null ? sql`` : sql`and "admin"."roles" @> array[${roleId}::int]`
    // Chosen agents are named even when they are no agents any more.
    const wanted =
      ids.length > 0
        ? sql`"admin"."id" = any(${sql.val(ids)}::int[])`
        : // Unnested, so that the planner sees no values: a plan for each list of ids costs more than the page.
          sql`"admin"."id" = any(array(select unnest(${await agentIds(db)}))) ${called} ${inRole}`
    const found = builtRows<AgentRow>(
      db,
      sql`select "id", "realName", "account", "phone",
        case when exists (select 1 from "adminSession" s where s."adminId" = "admin"."id" and s."endTime" is null
          and s."expireTime" > now()) then 1 else 0 end as "online",
        (select count(*) from "customer" where "customer"."agentId" = "admin"."id" and "customer"."isDel" = 0
          and ${await seenBy(db, who, customer)}) as "customerCount",
        (select count(*) from "company" where "company"."agentId" = "admin"."id" and "company"."isDel" = 0
          and ${await seenBy(db, who, company)}) as "companyCount"
      from "admin" where ${wanted} order by "id" limit ${sql.lit(limit)} offset ${sql.lit((page - 1) * limit)}`,
    )
    const [rows, total] = await bothOf(
      found,
      countRows(db, sql`(select 1 from "admin" where ${wanted})`, ['admin']),
    )
    const deals = await dealsOf(
      db,
      who,
      rows.map((row) => row.id),
    )
    const list = rows.map((row) => ({
      ...row,
      phone: maskPhone(row.phone),
      monthAmount: deals.get(row.id) ?? 0,
    }))
    return pageOf(list, total, { page, limit })
  }),
  change(agentCalls.notAgent, (tx, who, { id, transferTo }) =>
    setAgentMark(tx, who, id, false, transferTo ?? undefined),
  ),
  read(agentCalls.managed, async (db, who, { agentId, unassigned, ...input }) => {
    const where = [
      ...(agentId === null ? [] : [sql<SqlBool>`"customer"."agentId" = ${agentId}`]),
      ...(unassigned === 1 ? [sql<SqlBool>`"customer"."agentId" is null`] : []),
    ]
    const asked = { ...unfiltered, ...input }
    const reader = unassigned === 1 ? poolReader(who) : who
    return answerPage(db, reader, customer, agentCalls.managed.answer, asked, { where })
  }),
  change(agentCalls.assign, async (tx, who, { agentId, customerIds, mode, reason }) => {
    if (mode !== 'remove' && agentId === null) throw refuse('请选择负责人', 'agentId')
    await moveCustomers(tx, customerIds, mode === 'remove' ? null : agentId, {
      reason,
      async guard({ id, agentId: holder }) {
        // What lies in the pool may be handed out by everybody who may assign.
        await readCustomer(tx, who, id)
        if (mode === 'assign' && holder !== null) throw conflict('客户已有负责人')
      },
    })
  }),
]
