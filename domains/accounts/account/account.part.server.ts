import { declareSapType } from '#domains/sap/sap.door.ts'
import { declareForms } from '#domains/settings/settings.door.ts'
import { declareDemo } from '#kit/server/demo.ts'
import { declareGrant } from '#kit/server/grant.ts'
import { declareFigure, madePerDay } from '#kit/server/home.ts'
import { declareKeptColumns } from '#kit/server/keptRows.ts'
import { declareRecord } from '#kit/server/records.ts'
import { joinServer } from '#kit/server/room.ts'
import { balanceDailyPart } from '../daily/balanceDaily.server.ts'
import { fillAccounts } from '../demo.server.ts'
import { ctRecordCalls, ctRecordDocument } from '../record/ctRecord.document.ts'
import { ctRecord } from '../record/ctRecord.entity.ts'
import { ctRecordPart } from '../record/ctRecord.server.ts'
import { withdrawPart } from '../withdraw/withdraw.server.ts'
import { accountCalls } from './account.calls.ts'
import { accountForm } from './account.config.server.ts'
import { account } from './account.entity.ts'
import { accountRegisters, accountServed, accountTasks } from './accountLists.server.ts'
import { checkJob, driftWatch } from './check.server.ts'
import { movedEvent } from './post.server.ts'
import { accountGrant } from './rebate.server.ts'

/** Accounts, their entries and documents, withdrawals, daily batches. Orders §2.10. */
export const accountServer = joinServer(ctRecordPart, withdrawPart, balanceDailyPart, {
  served: accountServed,
  tasks: accountTasks,
  jobs: [checkJob],
  registers: [
    ...accountRegisters,
    ...declareForms(accountForm),
    movedEvent,
    driftWatch,
    declareGrant('account', accountGrant),
    declareDemo('documents', fillAccounts),
    declareSapType('topUp', { label: '账户充值', table: ctRecord.name }),
    declareKeptColumns(account, ['accountNo', 'accountName']),
    declareRecord({ of: account, read: accountCalls.info, page: '/user/accountInfo/{id}' }),
    declareFigure(
      'ctRecords',
      madePerDay(ctRecord, {
        label: '新增账户单据',
        unit: '笔',
        to: ctRecordDocument.places.list,
        permission: ctRecordCalls.list.permission,
      }),
    ),
  ],
})
