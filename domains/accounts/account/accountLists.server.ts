import { type Expression, type SqlBool, sql } from 'kysely'
import type { Db } from '#kit/server/database.ts'
import { exportEntity } from '#kit/server/exportEntity.ts'
import { joinRow } from '#kit/server/joins.ts'
import { answerPage, conditionsOf, dateRange, type ListOptions } from '#kit/server/list.ts'
import { refuseForeign } from '#kit/server/refs.ts'
import { readRow } from '#kit/server/rows.ts'
import { rowScope, scopeCondition } from '#kit/server/scope.ts'
import { change, read, type Served } from '#kit/server/serve.ts'
import { standardHandlers } from '#kit/server/standard.ts'
import { startTask } from '#kit/server/tasks/start.ts'
import type { Who } from '#kit/server/who.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { conflict, notFound, refuse } from '#kit/shared/errors.ts'
import { rowIn } from '#kit/shared/field.ts'
import { type Cents, formatMoney } from '#kit/shared/money.ts'
import { formatDate, parseDateLimit, startOfDay, toSeconds } from '#kit/shared/time.ts'
import { frozenByHand } from '../record/handFrozen.server.ts'
import {
  accountOfCompany,
  accountRows,
  accountWhole,
  accountCalls as calls,
  statementShape,
} from './account.calls.ts'
import { account, accountEntry, TRANSACTION_TYPES, TYPE_ENUM, type TypeEnum } from './account.entity.ts'
import { openAccount } from './account.server.ts'
import { type Holder, isHolder } from './holder.ts'

type Account = EntityRow<typeof account>
type Entry = EntityRow<typeof accountEntry>

const SHOWN = 10
const DAYS = 30
/** So many entries of a period are printed; of more their number is told. */
const PRINTED = 1000

interface BalanceFilters {
  minBalance?: Cents | null
  maxBalance?: Cents | null
  drift?: 0 | 1 | null
}

/** Postings are no change of a list that its counts hear of, so what they change is counted each time. */
const listOptions = ({ minBalance = null, maxBalance = null, drift = 0 }: BalanceFilters): ListOptions => ({
  fresh: drift === 1 || minBalance !== null || maxBalance !== null,
  where: [
    ...(drift === 1 ? [sql<SqlBool>`"account"."drift" <> 0`] : []),
    ...(minBalance === null ? [] : [sql<SqlBool>`"account"."balance" >= ${minBalance}`]),
    ...(maxBalance === null ? [] : [sql<SqlBool>`"account"."balance" <= ${maxBalance}`]),
  ],
})

const COMPANY = 2

const master = standardHandlers(
  account,
  { list: calls.list, exportRows: calls.exportRows, all: calls.all },
  {
    chosen: 'any',
    list: (_who, input) => listOptions(input),
  },
)

// ---- entries of one account

const NOT_MONEY = sql`("transactionType" in (8, 10, 11))`

const TYPE_CONDITIONS: Readonly<Record<TypeEnum, Expression<SqlBool>>> = {
  1: sql<SqlBool>`("accountEntry"."pm" = 1 and "accountEntry"."transactionType" <> 11)`,
  2: sql<SqlBool>`("accountEntry"."pm" = 0 and "accountEntry"."transactionType" <> 10)`,
  3: sql<SqlBool>`"accountEntry"."transactionType" = 10`,
  4: sql<SqlBool>`"accountEntry"."transactionType" = 11`,
}

interface EntryFilters {
  accountId: number
  /** of its account, where that has been read: each posting raises it */
  version?: number
  typeEnum?: TypeEnum | null
  linkId?: string
}

function entryOptions({ accountId, version, typeEnum = null, linkId = '' }: EntryFilters): ListOptions {
  return {
    // Counts of lists are not told of postings. Entries come to an account by nothing else, so what was counted at a version holds.
    fresh: version === undefined,
    order: [
      ['createTime', 'desc'],
      ['id', 'desc'],
    ],
    where: [
      sql<SqlBool>`"accountEntry"."accountId" = ${accountId}`,
      ...(version === undefined ? [] : [sql<SqlBool>`${version}::int is not null`]),
      ...(typeEnum === null ? [] : [TYPE_CONDITIONS[typeEnum]]),
      ...(linkId === '' ? [] : [sql<SqlBool>`"accountEntry"."linkId" = ${linkId}`]),
    ],
  }
}

export const entryExport = exportEntity(accountEntry, calls.entryExport, {
  async list(who, input, db) {
    const scope = scopeCondition(await rowScope(db, who, account), account.name)
    const { where = [], ...options } = entryOptions(input)
    return {
      ...options,
      where: [
        ...where,
        ...(scope === null
          ? []
          : [sql<SqlBool>`"accountEntry"."accountId" in (select "id" from "account" where ${scope})`]),
      ],
    }
  },
})

async function totalsOf(db: Db, where: readonly Expression<SqlBool>[]): Promise<{ in: Cents; out: Cents }> {
  const { rows } = await sql<{ in: Cents; out: Cents }>`
    select coalesce(sum("amount") filter (where "pm" = 1), 0)::bigint as "in",
      coalesce(sum("amount") filter (where "pm" = 0), 0)::bigint as "out"
    from "accountEntry" where ${sql.join([...where, sql`not ${NOT_MONEY}`], sql` and `)}`.execute(db)
  return rows[0] ?? { in: 0, out: 0 }
}

const inTime = (accountId: number, from: Date, to: Date): Expression<SqlBool>[] => [
  sql<SqlBool>`"accountId" = ${accountId}`,
  sql<SqlBool>`"createTime" >= ${from} and "createTime" < ${to}`,
]

const entriesIn = async (db: Db, where: readonly Expression<SqlBool>[], most: number, newest: boolean) => {
  const direction = sql.raw(newest ? 'desc' : 'asc')
  const { rows } = await sql<Entry>`select * from "accountEntry" where ${sql.join([...where], sql` and `)}
    order by "createTime" ${direction}, "id" ${direction} limit ${sql.lit(most)}`.execute(db)
  return rows
}

/** The balance of an account before a moment: what its last entry left; none where no entry is older. */
async function balanceBefore(db: Db, accountId: number, at: Date): Promise<Cents> {
  const [last] = await entriesIn(
    db,
    [sql<SqlBool>`"accountId" = ${accountId}`, sql<SqlBool>`"createTime" < ${at}`],
    1,
    true,
  )
  return last?.balance ?? 0
}

/** What an account had at the end of each of the last 30 days; the last one is today so far. */
async function curveOf(db: Db, { id, openTime }: Account): Promise<{ day: string; balance: Cents }[]> {
  const now = new Date()
  const { rows } = await sql<{ start: Date; balance: Cents | null }>`
    select "start", (select e."balance" from "accountEntry" e
      where e."accountId" = ${id} and e."createTime" < "start" + interval '24 hours'
      order by e."createTime" desc, e."id" desc limit 1) as "balance"
    from generate_series(${startOfDay(now, 1 - DAYS)}::timestamptz, ${startOfDay(now)}::timestamptz, interval '24 hours')
      as "start"
    where "start" + interval '24 hours' > ${openTime}::timestamptz order by "start"`.execute(db)
  return rows.map(({ start, balance }) => ({ day: formatDate(toSeconds(start)), balance: balance ?? 0 }))
}

/** An account as its page tells it. */
async function wholeOf(db: Db, who: Who, row: Account) {
  const month = parseDateLimit('month')
  const none = { in: 0, out: 0 }
  const totals = month === null ? none : await totalsOf(db, inTime(row.id, month.from, month.to))
  const joined = await joinRow(db, who, accountRows, { ...row })
  return rowIn(accountWhole, {
    ...joined,
    monthIn: totals.in,
    monthOut: totals.out,
    handFrozen: await frozenByHand(db, row.id),
    entries: await entriesIn(db, [sql<SqlBool>`"accountId" = ${row.id}`], SHOWN, true),
    curve: await curveOf(db, row),
  })
}

const holderOf = (accountType: 1 | 2 | 3, id: number): Holder => {
  if (accountType === 1) return { accountType, uid: id }
  return accountType === 2 ? { accountType, companyId: id } : { accountType, payerId: id }
}

async function idOfHolder(db: Db, holder: Holder): Promise<number | null> {
  const row = await db.selectFrom('account').select('id').where(isHolder(holder)).executeTakeFirst()
  return row?.id ?? null
}

const choicesOf = (list: readonly { value: number; label: string }[]) =>
  list.map(({ value, label }) => ({ value, label }))

/** Accounts and their entries. Orders §6.10, §7. */
export const accountServed: readonly Served[] = [
  ...master.served,
  read(calls.ctList, (db, who, input) => {
    const ofCompanies = { ...input, accountType: String(COMPANY) }
    return answerPage(db, who, account, calls.ctList.answer, ofCompanies, listOptions(input))
  }),
  read(calls.info, async (db, who, { id }) => wholeOf(db, who, await readRow(db, who, account, id))),
  read(calls.infoOf, async (db, who, { uid, accountType }) => {
    const id = await idOfHolder(db, holderOf(accountType, uid))
    if (id === null) throw notFound()
    return wholeOf(db, who, await readRow(db, who, account, id))
  }),
  read(accountOfCompany, async (db, who, { id: companyId }) => {
    const id = await idOfHolder(db, { accountType: COMPANY, companyId })
    return id === null ? null : wholeOf(db, who, await readRow(db, who, account, id))
  }),
  change(calls.save, async (tx, who, input) => {
    const { accountType, holderId, accountName } = input
    await refuseForeign(tx, who, calls.save.shape, input)
    const holder = holderOf(accountType, holderId)
    if ((await idOfHolder(tx, holder)) !== null) throw conflict('账户已开通')
    const id = await openAccount(tx, holder, accountName)
    return { id }
  }),
  read(calls.entryList, async (db, who, input) => {
    const { version } = await readRow(db, who, account, input.accountId)
    const options = entryOptions({ ...input, version })
    return answerPage(db, who, accountEntry, calls.entryList.answer, input, options)
  }),
  read(calls.entryTotals, async (db, who, input) => {
    await readRow(db, who, account, input.accountId)
    const where = await conditionsOf(db, who, accountEntry, input, entryOptions(input))
    const totals = await totalsOf(db, where)
    return { inAmount: formatMoney(totals.in), outAmount: formatMoney(totals.out) }
  }),
  change(calls.entryExport, (tx, who, input) => startTask(tx, who, entryExport, input)),
  read(calls.transactionTypes, async () => choicesOf(TRANSACTION_TYPES)),
  read(calls.typeEnums, async () => choicesOf(TYPE_ENUM)),
  read(calls.statement, async (db, who, { accountId, dateLimit }) => {
    const row = await readRow(db, who, account, accountId)
    const range = dateRange(dateLimit === '' ? 'month' : dateLimit)
    if (range === null) throw refuse('请选择时间范围', 'dateLimit')
    const { from, to } = range
    const where = inTime(accountId, from, to)
    const totals = await totalsOf(db, where)
    const entries = await entriesIn(db, where, PRINTED, false)
    const { rows } = await sql<{ n: number }>`select count(*)::int as "n" from "accountEntry"
      where ${sql.join(where, sql` and `)}`.execute(db)
    const joined = await joinRow(db, who, accountRows, { ...row })
    const opening = await balanceBefore(db, accountId, from)
    return rowIn(statementShape, {
      ...joined,
      from: formatDate(toSeconds(from)),
      to: formatDate(toSeconds(to) - 1),
      opening,
      inAmount: totals.in,
      outAmount: totals.out,
      closing: opening + totals.in - totals.out,
      entries,
      left: (rows[0]?.n ?? 0) - entries.length,
    })
  }),
]

export const accountTasks = [...master.tasks, entryExport]
export const accountRegisters = master.registers
