import { sql } from 'kysely'
import type { Db, Tx } from '#kit/server/database.ts'
import { lockRow, updateRow } from '#kit/server/rows.ts'
import { actorOf } from '#kit/server/transaction.ts'
import { conflict, refuse } from '#kit/shared/errors.ts'
import { type Cents, formatMoney } from '#kit/shared/money.ts'
import { bankLine } from './bankLine.entity.ts'
import type { Found } from './entries.server.ts'
import { refreshLog } from './figures.server.ts'
import { answer, type Line, vacctById } from './match.server.ts'

const IN = 1

/** Money that came in at the bank and the document it pays. */
interface Claim {
  /** of the movement, or the movement itself */
  by: { bankSerialNo: string } | { bankLineId: number }
  /** cents */
  amount: Cents
  /** number of the document */
  linkId: string
}

/**
 * Takes a movement at the bank for a document that it pays (收款确认, 转账到账), so that the same money is not put on an
 * account as well. Answers its id; null where the bank has told of none with this number. Once for the same document.
 * 409 该银行流水已被使用 where it was used before, 422 where the amounts differ, at bankSerialNo. Locks the movement: after
 * payments, before accounts. Orders §3.5, doors §6.
 */
export async function claimBankLine(tx: Tx, { by, amount, linkId }: Claim): Promise<number | null> {
  const id = 'bankLineId' in by ? by.bankLineId : await lineCalled(tx, by.bankSerialNo)
  if (id === null) return null
  const line = await lockRow(tx, bankLine, id, { anyScope: true })
  const isTaken = line.matchStatus === 1 && line.entryId === null
  if (isTaken && line.linkId === linkId) return id
  if (line.matchStatus === 1 || line.matchStatus === 5) throw conflict('该银行流水已被使用')
  if (line.amount !== amount)
    throw refuse(`银行流水金额为${formatMoney(line.amount)}元，与收款金额不一致`, 'bankSerialNo')
  await updateRow(
    tx,
    bankLine,
    line,
    {
      matchStatus: 1,
      entryId: null,
      linkId,
      waiting: 0,
      handleBy: actorOf(tx).adminId || null,
      handleTime: new Date(),
    },
    { anyField: true },
  )
  const account = line.vacctId === null ? null : await vacctById(tx, line.vacctId)
  if (account !== null) await refreshLog(tx, account, line.tradeTime)
  return id
}

/**
 * The movement at the bank that a top-up names, locked; null where the bank has told of none. 422 银行流水号已存在 where its
 * money is on an account already or pays a document, and where it came in on a virtual account of somebody else. To be
 * asked before the top-up is posted, and told its entry afterwards (answerRecord). Orders §11.
 */
export async function lineForRecord(
  tx: Tx,
  { bankSerialNo, accountId }: { bankSerialNo: string; accountId: number },
): Promise<Line | null> {
  const id = await lineCalled(tx, bankSerialNo)
  if (id === null) return null
  const line = await lockRow(tx, bankLine, id, { anyScope: true })
  if (line.matchStatus === 1) throw refuse('银行流水号已存在', 'bankSerialNo')
  const account = line.vacctId === null ? null : await vacctById(tx, line.vacctId)
  if (account !== null && account.accountId !== accountId)
    throw refuse(`该银行流水属于虚拟账号${account.vacctNo}`, 'bankSerialNo')
  return line
}

/** The entry of a top-up answers to the movement it names: 已匹配, or 金额不符. Orders §6.10. */
export async function answerRecord(tx: Tx, line: Line, entry: Found): Promise<void> {
  await answer(tx, line, entry, { waiting: 0 })
  const account = line.vacctId === null ? null : await vacctById(tx, line.vacctId)
  if (account !== null) await refreshLog(tx, account, line.tradeTime)
}

/** The movement that came in with this number. */
async function lineCalled(db: Db, bankSerialNo: string): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select "id" from "bankLine" where lower("bankSerialNo") = lower(${bankSerialNo}) and "bankSerialNo" <> ''
      and "isDel" = 0 and "source" <> 3 and "direction" = ${IN} order by "id" limit 1`.execute(db)
  return rows[0]?.id ?? null
}
