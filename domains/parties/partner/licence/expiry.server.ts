import { type RawBuilder, sql } from 'kysely'
import { goodsForm, settingsOf } from '#domains/settings/settings.door.ts'
import { date } from '#kit/fields/shared.ts'
import type { Db } from '#kit/server/database.ts'
import type { JobDefinition } from '#kit/server/room.ts'
import { asSystem, touch } from '#kit/server/transaction.ts'
import { formatDate, movedDay, today, toSeconds } from '#kit/shared/time.ts'
import { REMIND_DAYS, remindMark, validityOn } from '../validity.rules.ts'
import { licenceName } from './licence.rules.ts'
import { tellEnding, tellLicence } from './remind.server.ts'

const PAGE = 500

/** Where the state of a period is kept, and by what it is counted. */
interface Kept {
  table: 'licence' | 'payer' | 'supplier' | 'logisticsProvider'
  start: string
  end: string
  status: string
  /** further conditions */
  only: RawBuilder<unknown>
}

/** Contracts of parties count by typed dates only where no approved contract gives them. Catalog §8.7. */
const contractOf = (table: 'payer' | 'supplier' | 'logisticsProvider', partyType: 3 | 4 | 5): Kept => ({
  table,
  start: 'contractStart',
  end: 'contractEnd',
  status: 'contractStatus',
  only: sql`("contractStart" is not null or "contractEnd" is not null) and not exists (select 1 from "partyContract" g
    where g."partyType" = ${partyType} and g."partyId" = t."id")`,
})
const KEPT: readonly Kept[] = [
  { table: 'licence', start: 'startDate', end: 'endDate', status: 'validStatus', only: sql`true` },
  contractOf('payer', 3),
  contractOf('supplier', 4),
  contractOf('logisticsProvider', 5),
]

interface Period {
  id: number
  start: string | null
  end: string | null
  status: number | null
}

/** Writes the states that are others on this day; a page at a time, so that nobody who works waits. */
async function renewStates(
  db: Db,
  kept: Kept,
  day: string,
  near: number,
  signal: AbortSignal,
): Promise<number> {
  let changed = 0
  for (let last = 0; ; ) {
    signal.throwIfAborted()
    const { rows } = await sql<Period>`
      select "id", ${sql.ref(kept.start)} as "start", ${sql.ref(kept.end)} as "end",
        ${sql.ref(kept.status)} as "status"
      from ${sql.table(kept.table)} t where "id" > ${last} and "isDel" = 0 and ${kept.only}
      order by "id" limit ${PAGE}`.execute(db)
    last = rows.at(-1)?.id ?? 0
    if (rows.length === 0) return changed
    const wrong = rows
      .map((row) => ({ ...row, right: validityOn(row, day, near) }))
      .filter((row) => row.right !== row.status)
    if (wrong.length === 0) continue
    await asSystem(db, async (tx) => {
      await sql`update ${sql.table(kept.table)} t set ${sql.ref(kept.status)} = v."status"
        from unnest(${sql.val(wrong.map((row) => row.id))}::int[], ${sql.val(wrong.map((row) => row.right))}::int[])
          as v ("id", "status") where t."id" = v."id"`.execute(tx)
      touch(tx, kept.table)
    })
    changed += wrong.length
  }
}

const dayOf = (moment: Date): string => formatDate(toSeconds(moment))
const furthest = (day: string): string => movedDay(day, REMIND_DAYS[0])

/** Approved licences that end soon and that no approved renewal follows; each of their marks is told once. */
async function tellLicences(db: Db, day: string, signal: AbortSignal): Promise<number> {
  const rows = await db
    .selectFrom('licence')
    .select(['id', 'ownerType', 'ownerId', 'companyId', 'licenceType', 'licenceNo', 'endDate', 'auditTime'])
    .where('isDel', '=', 0)
    .where('auditStatus', '=', 1)
    .where('endDate', '>=', day)
    .where('endDate', '<=', furthest(day))
    .where(
      sql<boolean>`not exists (select 1 from "licence" l where l."chainId" = "licence"."chainId"
        and l."id" > "licence"."id" and l."isDel" = 0 and l."auditStatus" = 1
        and coalesce(l."endDate", 'infinity') > "licence"."endDate")`,
    )
    .orderBy('id')
    .execute()
  let told = 0
  for (const row of rows) {
    signal.throwIfAborted()
    const mark = remindMark(row.endDate ?? '', day, row.auditTime === null ? '' : dayOf(row.auditTime))
    if (mark === null) continue
    await asSystem(db, (tx) => tellLicence(tx, row, day, `licence:${row.id}:${row.endDate}:${mark}`))
    told += 1
  }
  return told
}

/** Parties whose typed contract dates are told of, and who is told. */
const CONTRACTS = [
  {
    table: 'payer',
    partyType: 3,
    source: 'payerContract',
    owner: 'payerName',
    company: 'companyId',
    staff: null,
  },
  {
    table: 'supplier',
    partyType: 4,
    source: 'supplierContract',
    owner: 'supplierName',
    company: null,
    staff: 'buyerId',
  },
] as const

interface Contract {
  id: number
  owner: string
  companyId: number | null
  staffId: number | null
  no: string
  endDate: string
  createTime: Date
}

const columnOr = (name: string | null) => (name === null ? sql`null::int` : sql.ref(name))

/** The same for contracts of payers and suppliers by typed dates. */
async function tellContracts(db: Db, day: string, signal: AbortSignal): Promise<number> {
  let told = 0
  for (const { table, partyType, source, owner, company, staff } of CONTRACTS) {
    const { rows } = await sql<Contract>`
      select "id", ${sql.ref(owner)} as "owner", ${columnOr(company)} as "companyId",
        ${columnOr(staff)} as "staffId", "contractNo" as "no", "contractEnd" as "endDate", "createTime"
      from ${sql.table(table)} t
      where "isDel" = 0 and "status" = 1 and "contractEnd" >= ${day} and "contractEnd" <= ${furthest(day)}
        and not exists (select 1 from "partyContract" g where g."partyType" = ${partyType} and g."partyId" = t."id")
      order by "id"`.execute(db)
    for (const { id, createTime, ...ending } of rows) {
      signal.throwIfAborted()
      const mark = remindMark(ending.endDate, day, dayOf(createTime))
      const isNobodys = ending.companyId === null && ending.staffId === null
      if (mark === null || isNobodys) continue
      const key = `${source}:${id}:${ending.endDate}:${mark}`
      await asSystem(db, (tx) => tellEnding(tx, { ...ending, type: licenceName('') }, day, key))
      told += 1
    }
  }
  return told
}

/** validStatus of licences, contractStatus of parties, and who has to be told. Catalog §8.7. */
export const licenceExpiry: JobDefinition = {
  name: 'parties.licenceExpiry',
  title: '证照与合同到期',
  cron: '0 30 6 * * *',
  params: { day: date('日期', { help: '留空为今天' }) },
  async run(db, params, signal) {
    const day = typeof params.day === 'string' && params.day !== '' ? params.day : today()
    const near = (await settingsOf(db, goodsForm)).licence_near_days ?? 0
    let handled = 0
    for (const kept of KEPT) handled += await renewStates(db, kept, day, near, signal)
    handled += await tellLicences(db, day, signal)
    return handled + (await tellContracts(db, day, signal))
  },
}
