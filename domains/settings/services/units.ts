import { sql } from 'kysely'
import type { Db, Tx } from '#kit/server/database.ts'
import { asSystem, touch } from '#kit/server/transaction.ts'
import { conflict, refuse } from '#kit/shared/errors.ts'
import { notConfigured, providerOf } from './account.ts'
import { passRecord, RETURNED, SERVICES, type ServiceType, TAKEN, USED } from './passRecord.entity.ts'

/** What a record tells of the errand its units were taken for. */
export interface UnitFacts {
  code?: string
  num?: string
  fromName?: string
  toName?: string
  url?: string
  resultcode?: string
  remark?: string
}

/**
 * Takes units of a service for a source, in the caller's transaction; for the same source only once. Whoever takes
 * has to call spendUnits or giveUnits afterwards. 409 未配置平台服务, 422 短信条数不足. Platform §12.1.
 */
export async function takeUnitsIn(
  tx: Tx,
  type: ServiceType,
  n: number,
  source: string,
  facts: UnitFacts = {},
): Promise<void> {
  if ((await providerOf(tx)).kind === 'none') throw notConfigured()
  const { code = '', num = '', fromName = '', toName = '', url = '' } = facts
  // What was given back may be taken again: the errand is tried anew.
  const { rows } = await sql`
    insert into "passRecord" ("type", "units", "source", "code", "num", "fromName", "toName", "url")
    values (${type}, ${n}, ${source}, ${code}, ${num}, ${fromName}, ${toName}, ${url})
    on conflict ("source") do update set "status" = ${TAKEN}, "units" = excluded."units", "updateTime" = now(),
      "resultcode" = '', "remark" = ''
    where "passRecord"."status" = ${RETURNED} returning "id"`.execute(tx)
  if (rows.length === 0) return
  const left = await sql`update "passService" set "surp" = "surp" - ${n}, "used" = "used" + ${n}
    where "type" = ${type} and "open" = 1 and "surp" >= ${n} returning "surp"`.execute(tx)
  if (left.rows.length === 0) throw await whyNot(tx, type)
  touch(tx, passRecord.name)
}

async function whyNot(tx: Tx, type: ServiceType): Promise<Error> {
  const service = await tx
    .selectFrom('passService')
    .select('open')
    .where('type', '=', type)
    .executeTakeFirstOrThrow()
  const known = SERVICES.find((one) => one.value === type)
  return service.open === 1 ? refuse(`${known?.unit}不足`) : conflict(`${known?.label}服务未开通`)
}

/** Takes units in a transaction of its own, before the call outside they pay for. Doors §4 takeUnits. */
export function takeUnits(
  db: Db,
  type: ServiceType,
  n: number,
  source: string,
  facts?: UnitFacts,
): Promise<void> {
  return asSystem(db, (tx) => takeUnitsIn(tx, type, n, source, facts))
}

/** The call went well: what was taken stays taken. */
export async function spendUnits(db: Db | Tx, source: string, facts: UnitFacts = {}): Promise<void> {
  const given = Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined))
  await db
    .updateTable('passRecord')
    .set({ ...given, status: USED, updateTime: sql`now()` })
    .where('source', '=', source)
    .where('status', '=', TAKEN)
    .execute()
}

/** The call failed: what was taken for it comes back, once. Doors §4 giveUnits. */
export async function giveUnits(db: Db | Tx, source: string, reason = ''): Promise<void> {
  await sql`
    with given as (
      update "passRecord" set "status" = ${RETURNED}, "remark" = ${reason.slice(0, 200)}, "updateTime" = now()
      where "source" = ${source} and "status" = ${TAKEN} returning "type", "units")
    update "passService" set "surp" = "surp" + given."units", "used" = "used" - given."units"
    from given where "passService"."type" = given."type"`.execute(db)
}
