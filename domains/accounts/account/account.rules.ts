import { addMoney, type Cents } from '#kit/shared/money.ts'
import type { TransactionType, TypeEnum, Zflag } from './account.entity.ts'

export interface Figures {
  balance: Cents
  frozen: Cents
  creditLimit: Cents
}

export const CREDIT = 8
export const WITHDRAWAL = 9
export const FREEZE = 10
export const UNFREEZE = 11
export const TRANSFER = 14
const DAY_MS = 86_400_000

/** What can still be spent. Orders §2.10. */
export function availableOf({ balance, frozen, creditLimit }: Figures): Cents {
  return addMoney(balance, -frozen, creditLimit)
}

/**
 * By how much a posting of an amount > 0 moves each figure: credit changes the limit, freezing and unfreezing the frozen
 * part, all others the balance, up for 收入 (pm 1) and down for 支出 (0). Orders §5, §6.10.
 */
export function movesOf(pm: 0 | 1, transactionType: TransactionType, amount: Cents): Figures {
  const signed = pm === 1 ? amount : -amount
  const none = { balance: 0, frozen: 0, creditLimit: 0 }
  if (transactionType === FREEZE) return { ...none, frozen: amount }
  if (transactionType === UNFREEZE) return { ...none, frozen: -amount }
  if (transactionType === CREDIT) return { ...none, creditLimit: signed }
  return { ...none, balance: signed }
}

/** The figures after that. */
export const movedFigures = (before: Figures, by: Figures): Figures => ({
  balance: addMoney(before.balance, by.balance),
  frozen: addMoney(before.frozen, by.frozen),
  creditLimit: addMoney(before.creditLimit, by.creditLimit),
})

/** The line of the daily batch in which each type of transaction counts; null: it leaves the balance alone. Orders §6.10. */
const ZFLAG_OF: Readonly<Record<TransactionType, Zflag | null>> = {
  1: 1,
  2: 2,
  3: 3,
  4: 4,
  5: 4,
  6: 1,
  7: 1,
  8: null,
  9: 2,
  10: null,
  11: null,
  12: 4,
  13: 4,
  14: 4,
}
export const zflagOf = (transactionType: TransactionType): Zflag | null => ZFLAG_OF[transactionType]

/** What an entry does, as people ask for it. Orders §6.10. */
export function typeEnumOf(pm: 0 | 1, transactionType: TransactionType): TypeEnum {
  if (transactionType === FREEZE) return 3
  if (transactionType === UNFREEZE) return 4
  return pm === 1 ? 1 : 2
}

/** Days a balance has been below zero beyond the days of credit; 0 while it is not. Orders §3.5. */
export function overdueDays(negativeSince: Date | null, creditDays: number, now: Date): number {
  if (negativeSince === null) return 0
  const days = Math.floor((now.getTime() - negativeSince.getTime()) / DAY_MS)
  return Math.max(0, days - creditDays)
}
