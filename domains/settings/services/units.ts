import { sql } from 'kysely'
import type { Db, Tx } from '#kit/server/database.ts'
import { asSystem, touch } from '#kit/server/transaction.ts'
import { cut } from '#kit/shared/characters.ts'
import { conflict, refuse } from '#kit/shared/errors.ts'
import { formatDate, toSeconds } from '#kit/shared/time.ts'
import { notify } from '../notice/notify.ts'
import type { SceneSeed } from '../notice/scenes.ts'
import { holdersOf } from '../notice/senders.ts'
import { FOR_STAFF } from '../notice/systemNotification.entity.ts'
import { notConfigured, providerOf } from './account.ts'
import { passCalls } from './pass.calls.ts'
import { passRecord, RETURNED, SERVICES, type ServiceType, TAKEN, USED } from './passRecord.entity.ts'

/** fewer than these left: somebody should buy more */
const FEW = 100
export const LOW: SceneSeed = {
  mark: 'serviceLow',
  type: '平台服务余量不足',
  description: `平台服务剩余少于${FEW}时，每天通知一次能看平台服务的人`,
  sendType: FOR_STAFF,
  channels: ['notice', 'wechat'],
  content: '{unit}仅剩{surp}，请及时充值',
  link: '/operation/onePass',
}

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
  const left = await sql<{
    surp: number
  }>`update "passService" set "surp" = "surp" - ${n}, "used" = "used" + ${n}
    where "type" = ${type} and "open" = 1 and "surp" >= ${n} returning "surp"`.execute(tx)
  const [service] = left.rows
  if (service === undefined) throw await whyNot(tx, type)
  if (service.surp < FEW) await warn(tx, type, service.surp)
  touch(tx, passRecord.name)
}

/** Tells once a day that little is left. */
async function warn(tx: Tx, type: ServiceType, surp: number): Promise<void> {
  const today = formatDate(toSeconds(new Date()))
  const first = await tx
    .updateTable('passService')
    .set({ warnedDay: today })
    .where('type', '=', type)
    .where(({ eb, or }) => or([eb('warnedDay', 'is', null), eb('warnedDay', '<>', today)]))
    .returning('type')
    .executeTakeFirst()
  if (first === undefined) return
  const unit = unitOf(type)
  await notify(
    tx,
    LOW.mark,
    await holdersOf(tx, passCalls.info.permission),
    { unit, surp },
    `${type}:${today}`,
  )
}

const unitOf = (type: ServiceType): string => SERVICES.find((one) => one.value === type)?.unit ?? type

async function whyNot(tx: Tx, type: ServiceType): Promise<Error> {
  const service = await tx
    .selectFrom('passService')
    .select('open')
    .where('type', '=', type)
    .executeTakeFirstOrThrow()
  if (service.open === 1) return refuse(`${unitOf(type)}不足`)
  return conflict(`${SERVICES.find((one) => one.value === type)?.label}服务未开通`)
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
      update "passRecord" set "status" = ${RETURNED}, "remark" = ${cut(reason, 200)}, "updateTime" = now()
      where "source" = ${source} and "status" = ${TAKEN} returning "type", "units")
    update "passService" set "surp" = "surp" + given."units", "used" = "used" - given."units"
    from given where "passService"."type" = given."type"`.execute(db)
}

/** How many units of a service are left; 0 when it is not open or nobody is configured to give it. Platform §12.1. */
export async function unitsLeft(db: Db, type: ServiceType): Promise<number> {
  if ((await providerOf(db)).kind === 'none') return 0
  const row = await db
    .selectFrom('passService')
    .select(['open', 'surp'])
    .where('type', '=', type)
    .executeTakeFirst()
  return row?.open === 1 ? row.surp : 0
}
