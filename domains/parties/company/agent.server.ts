import { type SqlBool, sql } from 'kysely'
import { setAgentMark } from '#domains/access/access.door.ts'
import { listPage, pageOf } from '#kit/server/list.ts'
import { readRow } from '#kit/server/rows.ts'
import { change, read } from '#kit/server/serve.ts'
import { actorOf } from '#kit/server/transaction.ts'
import { conflict, refuse } from '#kit/shared/errors.ts'
import { maskPhone } from '#kit/shared/text.ts'
import { agentCalls } from './customer.calls.ts'
import { customer } from './customer.entity.ts'
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

/** The four calls of agents and their customers. Catalog §7.3. */
export const agentServed = [
  read(agentCalls.agents, async (db, _who, { page, limit, keywords, roleId }) => {
    const pattern = `%${keywords.trim().replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`
    const wanted = sql`"admin"."isAgent" = 1 and "admin"."isDel" = 0 and "admin"."status" = 1
      and ("admin"."realName" ilike ${pattern} or "admin"."account" ilike ${pattern} or "admin"."phone" ilike ${pattern})
      and (${roleId}::int is null or "admin"."roles" @> array[${roleId}::int])`
    const { rows } = await sql<AgentRow>`
      select "id", "realName", "account", "phone",
        case when exists (select 1 from "adminSession" s where s."adminId" = "admin"."id" and s."endTime" is null
          and s."expireTime" > now()) then 1 else 0 end as "online",
        (select count(*) from "customer" c where c."agentId" = "admin"."id" and c."isDel" = 0) as "customerCount",
        (select count(*) from "company" c where c."agentId" = "admin"."id" and c."isDel" = 0) as "companyCount"
      from "admin" where ${wanted} order by "id" limit ${limit} offset ${(page - 1) * limit}`.execute(db)
    const total = await sql<{ n: number }>`select count(*) as "n" from "admin" where ${wanted}`.execute(db)
    const list = rows.map((row) => ({ ...row, phone: maskPhone(row.phone) }))
    return pageOf(list, total.rows[0]?.n ?? 0, { page, limit })
  }),
  change(agentCalls.notAgent, async (tx, who, { id, transferTo }) => {
    await setAgentMark(tx, who, id, false, transferTo ?? undefined)
    return null
  }),
  read(agentCalls.managed, async (db, who, { agentId, unassigned, ...input }) => {
    const where = [
      ...(agentId === null ? [] : [sql<SqlBool>`"customer"."agentId" = ${agentId}`]),
      ...(unassigned === 1 ? [sql<SqlBool>`"customer"."agentId" is null`] : []),
    ]
    const asked = { ...input, sortBy: '', sortOrder: '', dateLimit: '', exactTotal: '' }
    const found = await listPage(db, who, customer, asked, { where })
    const agents = await db
      .selectFrom('admin')
      .select(['id', 'realName'])
      .where('id', 'in', [0, ...found.list.flatMap((row) => row.agentId ?? [])])
      .execute()
    const names = new Map(agents.map((row) => [row.id, row.realName]))
    return {
      ...found,
      list: found.list.map((row) => ({ ...row, agentName: names.get(row.agentId ?? 0) ?? '' })),
    }
  }),
  change(agentCalls.assign, async (tx, _who, { agentId, customerIds, mode, reason }) => {
    if (mode !== 'remove' && agentId === null) throw refuse('请选择负责人', 'agentId')
    for (const id of [...customerIds].sort((a, b) => a - b)) {
      const row = await readRow(tx, actorOf(tx), customer, id)
      if (mode === 'assign' && row.agentId !== null) throw conflict('客户已有负责人')
    }
    await moveCustomers(tx, customerIds, mode === 'remove' ? null : agentId, reason)
    return null
  }),
]
