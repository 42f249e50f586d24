import { sql } from 'kysely'
import type { Db, Tx } from '#kit/server/database.ts'
import { emit } from '#kit/server/outbox.ts'
import { lockRow, updateRow } from '#kit/server/rows.ts'
import { asSystem, touch } from '#kit/server/transaction.ts'
import { cut } from '#kit/shared/characters.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { AppError, BUSY, conflict } from '#kit/shared/errors.ts'
import { postAccount } from '../account/post.server.ts'
import { postsAtOnce } from './bank.config.server.ts'
import { bankLine } from './bankLine.entity.ts'
import { BANK_ENTRY, entryFor, type Found, POSTED, REVERSED, waitingFor } from './entries.server.ts'
import { dayOf, refreshLog } from './figures.server.ts'
import type { vacct } from './vacct.entity.ts'

export type Line = EntityRow<typeof bankLine>
export type Vacct = EntityRow<typeof vacct>
/** A virtual account with its account. */
export type OpenVacct = Vacct & { accountId: number }

/** Compares stored movements with the accounts. */
export const MATCH_JOB = 'accounts.bankMatch'
export const LINE_RECEIVED = 'bank.lineReceived'

const AT_ONCE = 200
const MOST_REMARK = 200
const MOST_LINK = 60
const INTERFACE = 1
const IN = 1

/** Whether movements wait for their comparison. */
export async function isAnyWaiting(db: Db): Promise<boolean> {
  const { rows } = await sql`select 1 from "bankLine" where "waiting" = 1 limit 1`.execute(db)
  return rows.length > 0
}

/** So many movements are compared while a person waits for it. */
const MOST_WHILE_ASKED = 1000

/** 409 while more movements wait for their comparison than a person would wait for. */
export async function guardMatched(db: Db): Promise<void> {
  const { rows } = await sql<{
    n: number
  }>`select count(*)::int as "n" from "bankLine" where "waiting" = 1`.execute(db)
  const waiting = rows[0]?.n ?? 0
  if (waiting > MOST_WHILE_ASKED) throw conflict(`还有${waiting}条银行流水正在匹配，请稍后再对账`)
}

/** Compares the movements that wait, each in a transaction of its own; answers how many. Orders §6.10. */
export async function matchWaiting(db: Db, signal?: AbortSignal): Promise<number> {
  let done = 0
  for (;;) {
    const { rows } = await sql<{ id: number }>`
      select "id" from "bankLine" where "waiting" = 1 order by "id" limit ${AT_ONCE}`.execute(db)
    if (rows.length === 0) return done
    for (const { id } of rows) {
      if (signal?.aborted) return done
      await matchOne(db, id)
      done++
    }
  }
}

/** A movement that the account refuses is left to people, with the reason. */
async function matchOne(db: Db, id: number): Promise<void> {
  try {
    await asSystem(db, async (tx) => {
      const line = await lockRow(tx, bankLine, id, { anyScope: true })
      if (line.waiting === 1) await compare(tx, line, await vacctCalled(tx, line.vacctNo), 'asTold')
    })
  } catch (error) {
    // Whoever holds the account is waited for by the next run.
    if (!(error instanceof AppError) || error.message === BUSY) throw error
    await asSystem(db, async (tx) => {
      const line = await lockRow(tx, bankLine, id, { anyScope: true })
      if (line.waiting === 1)
        await updateRow(tx, bankLine, line, { waiting: 0, handleRemark: cut(error.message, MOST_REMARK) })
    })
  }
}

/** The virtual account with this number. */
async function vacctCalled(db: Db, vacctNo: string): Promise<Vacct | null> {
  const row = await db
    .selectFrom('vacct')
    .selectAll()
    .where(sql<boolean>`lower("vacctNo") = lower(${vacctNo})`)
    .where('isDel', '=', 0)
    .executeTakeFirst()
  return row ?? null
}

/** A virtual account by its id, whatever became of it. */
export async function vacctById(db: Db, id: number): Promise<Vacct | null> {
  return (await db.selectFrom('vacct').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
}

/** Keeps others from posting on the account until the end of the transaction. Doors §5. */
export async function lockAccount(tx: Tx, accountId: number): Promise<void> {
  await sql`select 1 from "account" where "id" = ${accountId} for no key update`.execute(tx)
}

/** The entry of ours that a movement answers to, on the locked account. */
export const findEntry = (tx: Tx, line: Line, accountId: number): Promise<Found | null> =>
  entryFor(tx, accountId, { ...line, day: dayOf(line.tradeTime) })

/**
 * Compares a locked movement with the account: it answers to an entry, differs from one, or is posted where the bank
 * itself told of money that came in (`asTold`). What is left is told to other rooms (bank.lineReceived). Orders §6.10.
 */
export async function compare(
  tx: Tx,
  line: Line,
  account: Vacct | null,
  mode: 'asTold' | 'onlyCompare',
): Promise<void> {
  const known = account === null ? {} : { vacctId: account.id, companyId: account.companyId }
  const isUndecided = line.matchStatus === 0 || line.matchStatus === 2 || line.matchStatus === 3
  if (!isUndecided) return setLine(tx, line, { waiting: 0 })
  if (account === null || account.accountId === null || account.status !== 1) {
    await setLine(tx, line, { ...known, waiting: 0 })
    return mode === 'asTold' ? tell(tx, line) : undefined
  }
  const { accountId } = account
  await lockAccount(tx, accountId)
  const found = await findEntry(tx, line, accountId)
  if (found !== null) {
    await answer(tx, line, found, { ...known, waiting: 0 })
  } else if (mode === 'asTold' && (await mayPost(tx, line))) {
    await postLine(tx, line, { ...account, accountId }, { ...known, waiting: 0 })
  } else {
    await setLine(tx, line, { ...known, waiting: 0, entryId: null })
    if (mode === 'asTold') await tell(tx, line)
  }
  await refreshLog(tx, account, line.tradeTime)
}

/** Whether the bank itself told of money that came in, and no document of people says the same already. */
async function mayPost(tx: Tx, { source, direction, bankSerialNo }: Line): Promise<boolean> {
  if (source !== INTERFACE || direction !== IN || !(await postsAtOnce(tx))) return false
  return (await waitingFor(tx, bankSerialNo)) === null
}

async function setLine(tx: Tx, line: Line, values: Partial<Line>): Promise<void> {
  await updateRow(tx, bankLine, line, values, { anyField: true })
}

/** Tells other rooms of money that came in and belongs to no account yet. Doors §6. */
async function tell(tx: Tx, { id, vacctNo, direction, amount, purpose }: Line): Promise<void> {
  if (direction !== IN) return
  await emit(tx, LINE_RECEIVED, id, { bankLineId: id, vacctNo, amount, purpose })
}

/** Writes that a movement answers to an entry: 已匹配, or 金额不符 where the amounts differ. */
export async function answer(tx: Tx, line: Line, found: Found, values: Partial<Line>): Promise<void> {
  await forgetOurs(tx, found.id)
  const matchStatus = found.amount === line.amount ? 1 : 2
  await setLine(tx, line, { ...values, matchStatus, entryId: found.id, linkId: found.linkId, isPosted: 0 })
}

/** An entry that a movement answers to is no longer unknown to the bank. */
async function forgetOurs(tx: Tx, entryId: number): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('bankLine')
    .set({ isDel: 1 })
    .where('entryId', '=', entryId)
    .where('source', '=', 3)
    .where('isDel', '=', 0)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows > 0n) touch(tx, bankLine.name)
}

/** Makes the entry of a locked movement, once: 银行入账, in or out as the bank says. Orders §6.10. */
export async function postLine(tx: Tx, line: Line, account: OpenVacct, values: Partial<Line>): Promise<void> {
  const posts = line.posts + 1
  const { entryId } = await postAccount(tx, {
    holder: { accountId: account.accountId },
    pm: line.direction,
    transactionType: BANK_ENTRY,
    amount: line.amount,
    source: { type: POSTED, id: line.id, line: posts },
    linkId: cut(line.bankSerialNo, MOST_LINK),
    title: line.direction === IN ? '银行入账' : '银行出账',
    mark: markOf(line),
  })
  await setLine(tx, line, { ...values, posts, entryId, linkId: '', isPosted: 1, matchStatus: 1 })
}

/** Makes the opposite entry of what was posted of a locked movement, which is undecided again. Orders §6.10. */
export async function reverseLine(
  tx: Tx,
  line: Line,
  account: OpenVacct,
  values: Partial<Line>,
): Promise<void> {
  await postAccount(tx, {
    holder: { accountId: account.accountId },
    pm: line.direction === IN ? 0 : 1,
    transactionType: BANK_ENTRY,
    amount: line.amount,
    source: { type: REVERSED, id: line.id, line: line.posts },
    linkId: cut(line.bankSerialNo, MOST_LINK),
    title: line.direction === IN ? '银行入账冲正' : '银行出账冲正',
    mark: markOf(line),
  })
  await setLine(tx, line, { ...values, entryId: null, isPosted: 0, matchStatus: 0 })
}

const markOf = ({ peerName, purpose }: Line): string =>
  cut([peerName, purpose].filter((text) => text !== '').join(' '), MOST_REMARK)
