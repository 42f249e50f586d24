import { button, type FactsPart } from '#kit/shared/room.ts'
import { bankLineCalls } from './bankLine.calls.ts'
import { bankOpenCalls } from './bankOpen.calls.ts'
import { icbcLogCalls } from './icbcLog.calls.ts'
import { BANK_LINES } from './importing.ts'
import { vacctCalls } from './vacct.calls.ts'

/** Of the import of bank lines, which the file centre takes. Orders §7.2. */
const IMPORT = { name: '导入银行流水', permissions: [BANK_LINES.permission] }

const DECISIONS = [
  button('匹配', bankLineCalls.match, bankLineCalls.assign, bankLineCalls.candidates, bankLineCalls.unmatch),
  button('补记入账', bankLineCalls.post),
  button('冲正', bankLineCalls.reverse),
  button('忽略', bankLineCalls.ignore, bankLineCalls.restore),
]

/** The bank: virtual accounts, its movements, the daily comparison. Orders §2.10, §6.10. */
export const bankFacts: FactsPart = {
  calls: [
    ...Object.values(vacctCalls),
    ...Object.values(bankLineCalls),
    ...Object.values(icbcLogCalls),
    ...Object.values(bankOpenCalls),
  ],
  rights: {
    'account.vacct': {
      calls: vacctCalls,
      buttons: [button('开通/停用', vacctCalls.turn)],
    },
    'account.bankLine': { calls: bankLineCalls, buttons: [IMPORT, ...DECISIONS] },
    icbcVacctLog: {
      calls: icbcLogCalls,
      reads: [bankLineCalls.list],
      buttons: [IMPORT, button('立即对账', icbcLogCalls.run), ...DECISIONS],
    },
  },
}
