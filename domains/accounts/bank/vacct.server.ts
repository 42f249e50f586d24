import { type SqlBool, sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import { rowFigure } from '#kit/server/figures.ts'
import { enqueueJob } from '#kit/server/jobs.ts'
import { declareUse } from '#kit/server/refs.ts'
import { lockRow, updateRow, wholeRow } from '#kit/server/rows.ts'
import { change } from '#kit/server/serve.ts'
import { standardHandlers } from '#kit/server/standard.ts'
import { touch } from '#kit/server/transaction.ts'
import { usesBy } from '#kit/server/usesBy.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { conflict, refuse } from '#kit/shared/errors.ts'
import { guardState } from '#kit/shared/states.ts'
import { openAccounts } from '../account/account.server.ts'
import { bankLine } from './bankLine.entity.ts'
import { MATCH_JOB } from './match.server.ts'
import { vacctCalls as calls } from './vacct.calls.ts'
import { vacct } from './vacct.entity.ts'
import { vacctStates } from './vacct.states.ts'

type Row = EntityRow<typeof vacct>

/** The account of a payer, its company, and the virtual account it has already. */
interface Held {
  payerId: number
  accountId: number
  companyId: number | null
  vacctId: number | null
  vacctNo: string | null
}
const held = new WeakMap<Tx, Map<number, Held>>()

/** What payers hold, for all rows of a sheet at once; accounts that are not open yet are opened. */
async function takeHeld(tx: Tx, payerIds: readonly number[], accountName = ''): Promise<Map<number, Held>> {
  const known = held.get(tx) ?? new Map<number, Held>()
  held.set(tx, known)
  const missing = [...new Set(payerIds)].filter((id) => !known.has(id))
  if (missing.length === 0) return known
  await openAccounts(
    tx,
    missing.map((payerId) => ({ holder: { accountType: 3, payerId }, accountName })),
  )
  const { rows } = await sql<Held>`
    select a."payerId", a."id" as "accountId", a."systemOrgId" as "companyId", v."id" as "vacctId", v."vacctNo"
    from "account" a left join "vacct" v on v."payerId" = a."payerId" and v."isDel" = 0
    where a."accountType" = 3 and a."payerId" = any(${sql.val(missing)}::int[])`.execute(tx)
  for (const row of rows) known.set(row.payerId, row)
  return known
}

/** Refuses what the number already means, and completes a virtual account by its payer's company and account. */
async function prepare(tx: Tx, values: Partial<Row>, before: Row | null): Promise<Partial<Row>> {
  const { payerId, vacctNo, vacctName } = wholeRow(vacct, before, values)
  if (before !== null && (payerId !== before.payerId || vacctNo !== before.vacctNo)) {
    const used = await usesOf(tx, [before.id])
    if (used.length > 0)
      throw refuse(
        '已有银行流水，不能修改虚拟账号和付款方',
        payerId === before.payerId ? 'vacctNo' : 'payerId',
      )
  }
  if (before?.payerId === payerId) return values
  const own = (await takeHeld(tx, [payerId], vacctName)).get(payerId)
  if (own?.vacctNo != null && own.vacctId !== before?.id)
    throw refuse(`该付款方已有虚拟账号${own.vacctNo}`, 'payerId')
  return { ...values, accountId: own?.accountId ?? null, companyId: own?.companyId ?? null }
}

/** When the last movement of a virtual account was. */
const LAST_TRADE = `select max(b."tradeTime") from "bankLine" b
  where b."vacctId" = "vacct"."id" and b."isDel" = 0 and b."source" <> 3`

/** How many movements name each virtual account. */
async function usesOf(tx: Tx, ids: readonly number[]) {
  const { rows } = await sql<{ id: number; n: number }>`
    select "vacctId" as "id", count(*)::int as "n" from "bankLine"
    where "vacctId" = any(${sql.val([...ids])}::int[]) group by 1`.execute(tx)
  return rows.map((row) => ({ ...row, place: bankLine.label }))
}

/** The virtual accounts of payers, which then are not deleted. */
const usesOfPayers = usesBy(vacct.name, 'payerId', vacct.label)

const usual = standardHandlers(vacct, calls, {
  prepare,
  figures: { lastTradeTime: rowFigure(vacct, LAST_TRADE) },
  chosen: 'any',
  // Money is given to open ones alone.
  offered: () => sql<SqlBool>`"vacct"."status" = 1`,
  joined: true,
  async deleting(_tx, row) {
    if (row.status === 1) throw conflict('请先停用虚拟账户')
  },
  importing: {
    key: 'vacctNo',
    columns: ['vacctNo', 'vacctName', 'bankCode', 'mainAccount', 'payerId'],
    examples: {
      vacctNo: '4402029100001',
      vacctName: '好邻居连锁超市',
      bankCode: '工商银行',
      mainAccount: '4402029109000000001',
    },
    async ahead(tx, list) {
      await takeHeld(
        tx,
        list.flatMap(({ values, before }) =>
          values.payerId === undefined || values.payerId === before?.payerId ? [] : values.payerId,
        ),
      )
    },
  },
})

/** Virtual accounts of the bank. Orders §2.10. */
export const vacctHandlers = {
  ...usual,
  served: [
    ...usual.served,
    change(calls.turn, async (tx, _who, { id, status }) => {
      const row = await lockRow(tx, vacct, id)
      guardState(vacctStates, status === 2 ? 'stop' : row.status === 0 ? 'open' : 'start', row.status)
      const opened = row.openTime === null ? { openTime: new Date() } : {}
      await updateRow(tx, vacct, row, { status, ...(status === 1 ? opened : {}) })
      if (status === 1) await lookAgain(tx, row.vacctNo)
    }),
  ],
  registers: [...usual.registers, declareUse(vacct.name, usesOf), declareUse('payer', usesOfPayers)],
}

/** What came in on a number before its account was open is compared once more. */
async function lookAgain(tx: Tx, vacctNo: string): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('bankLine')
    .set({ waiting: 1 })
    .where(sql<boolean>`lower("vacctNo") = lower(${vacctNo})`)
    .where('matchStatus', '=', 0)
    .where('isDel', '=', 0)
    .where('handleBy', 'is', null)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return
  touch(tx, bankLine.name)
  await enqueueJob(tx, MATCH_JOB, {}, { uniqueKey: MATCH_JOB })
}
