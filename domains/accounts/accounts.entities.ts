import { account, accountEntry } from './account/account.entity.ts'
import { bankLine } from './bank/bankLine.entity.ts'
import { icbcLog } from './bank/icbcLog.entity.ts'
import { vacct } from './bank/vacct.entity.ts'
import { balanceDaily } from './daily/balanceDaily.entity.ts'
import { payment, paymentException } from './payment/payment.entity.ts'
import { ctRecord } from './record/ctRecord.entity.ts'
import { refundNote } from './refundNote/refundNote.entity.ts'
import { withdraw } from './withdraw/withdraw.entity.ts'

/** What the room stores with the fields that a person knows; its tables follow from them. Architecture §3. */
export const accountsEntities = [
  account,
  accountEntry,
  ctRecord,
  withdraw,
  balanceDaily,
  payment,
  paymentException,
  refundNote,
  vacct,
  bankLine,
  icbcLog,
] as const
