import { documentFacts } from '#kit/shared/declareDocument.ts'
import { button, type FactsPart, joinFacts } from '#kit/shared/room.ts'
import { balanceDailyCalls } from '../daily/balanceDaily.calls.ts'
import { ctRecordCalls, ctRecordDocument } from '../record/ctRecord.document.ts'
import { withdrawCalls } from '../withdraw/withdraw.calls.ts'
import { PAYEE } from '../withdraw/withdraw.entity.ts'
import { accountCalls, accountOfCompany } from './account.calls.ts'

const accounts: FactsPart = {
  calls: [...Object.values(accountCalls), accountOfCompany, ...Object.values(withdrawCalls)],
  prefixes: ['TX'],
  rights: {
    'account.account': {
      calls: accountCalls,
      reads: [accountCalls.ctList, accountCalls.infoOf, accountCalls.entryList, accountCalls.statement],
      labels: { save: '开户' },
      buttons: [
        button('充值', ctRecordCalls.topUp),
        button('冲正', ctRecordCalls.reverse),
        button('调整授信', ctRecordCalls.credit),
        button('冻结金额', ctRecordCalls.freeze),
        button('解冻金额', ctRecordCalls.unfreeze),
        button('冻结账户', ctRecordCalls.accountStatus),
        button('导出流水', accountCalls.entryExport),
        button('查看提现', withdrawCalls.list, withdrawCalls.info),
        button('审核提现', withdrawCalls.examine),
        button('导出提现', withdrawCalls.exportRows),
        { name: '查看收款账号', permissions: [PAYEE] },
      ],
    },
  },
}

const batches: FactsPart = {
  calls: Object.values(balanceDailyCalls),
  rights: {
    'account.balance': {
      calls: balanceDailyCalls,
      buttons: [
        button('推送SAP', balanceDailyCalls.push),
        button('重算', balanceDailyCalls.recompute),
        button('导出明细', balanceDailyCalls.entryExport),
      ],
    },
  },
}

/** Accounts, their entries and documents, withdrawals, daily batches. Orders §2.10. */
export const accountFacts: FactsPart = joinFacts(accounts, documentFacts(ctRecordDocument), batches)
