import { addMoney, type Cents } from '#kit/shared/money.ts'
import type { TransactionType } from './account.entity.ts'

export interface Figures {
  balance: Cents
  frozen: Cents
  creditLimit: Cents
}

const CREDIT = 8
const FREEZE = 10
const UNFREEZE = 11
const DAY_MS = 86_400_000

/** What can still be spent. Orders §2.10. */
export function availableOf({ balance, frozen, creditLimit }: Figures): Cents {
  return addMoney(balance, -frozen, creditLimit)
}

/**
 * The figures after a posting of an amount > 0: credit changes move the limit, freezing and unfreezing the frozen
 * part, all others the balance, up for 收入 (pm 1) and down for 支出 (0). Orders §5, §6.10.
 */
export function postedFigures(
  before: Figures,
  pm: 0 | 1,
  transactionType: TransactionType,
  amount: Cents,
): Figures {
  const { balance, frozen, creditLimit } = before
  const signed = pm === 1 ? amount : -amount
  if (transactionType === FREEZE) return { ...before, frozen: addMoney(frozen, amount) }
  if (transactionType === UNFREEZE) return { ...before, frozen: addMoney(frozen, -amount) }
  if (transactionType === CREDIT) return { ...before, creditLimit: addMoney(creditLimit, signed) }
  return { ...before, balance: addMoney(balance, signed) }
}

/** Days a balance has been below zero beyond the days of credit; 0 while it is not. Orders §3.5. */
export function overdueDays(negativeSince: Date | null, creditDays: number, now: Date): number {
  if (negativeSince === null) return 0
  const days = Math.floor((now.getTime() - negativeSince.getTime()) / DAY_MS)
  return Math.max(0, days - creditDays)
}
