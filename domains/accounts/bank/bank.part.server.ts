import { sql } from 'kysely'
import { declareForms } from '#domains/settings/settings.door.ts'
import type { Db } from '#kit/server/database.ts'
import { declareDemo } from '#kit/server/demo.ts'
import { declareTodo, declareWatch, rowsWhere } from '#kit/server/home.ts'
import { conditionsOf } from '#kit/server/list.ts'
import { declareEvent } from '#kit/server/outbox.ts'
import { declareRecord } from '#kit/server/records.ts'
import { joinServer } from '#kit/server/room.ts'
import { change } from '#kit/server/serve.ts'
import type { Who } from '#kit/server/who.ts'
import { bankForm } from './bank.config.server.ts'
import { bankLineCalls } from './bankLine.calls.ts'
import { bankLine, OPEN_STATES } from './bankLine.entity.ts'
import { bankLineExport, bankLineServed } from './bankLine.server.ts'
import { bankLineImport } from './bankLineImport.server.ts'
import { bankOpenCalls } from './bankOpen.calls.ts'
import { fillBank } from './demo.server.ts'
import { icbcLogCalls } from './icbcLog.calls.ts'
import { icbcLog } from './icbcLog.entity.ts'
import { icbcLogExport, icbcLogServed } from './icbcLog.server.ts'
import { clashError, takeLines } from './intake.server.ts'
import { isAnyWaiting, LINE_RECEIVED, MATCH_JOB, matchWaiting } from './match.server.ts'
import { reconcileYesterday } from './reconcile.server.ts'
import { vacctCalls } from './vacct.calls.ts'
import { vacct } from './vacct.entity.ts'
import { vacctHandlers } from './vacct.server.ts'

const INTERFACE = 1
const OPEN = OPEN_STATES.join()

/** How many movements somebody has to decide, and since when the oldest is there. */
async function openLines(db: Db, who: Who): Promise<{ n: number; oldest: Date | null }> {
  const where = await conditionsOf(
    db,
    who,
    bankLine,
    {},
    {
      where: [sql`"bankLine"."matchStatus" in (${sql.raw(OPEN)})`],
    },
  )
  const { rows } = await sql<{ n: number; oldest: Date | null }>`
    select count(*)::int as "n", min("createTime") as "oldest" from "bankLine"
    where ${sql.join(where, sql` and `)}`.execute(db)
  return rows[0] ?? { n: 0, oldest: null }
}

/** The bank: virtual accounts, its movements, the daily comparison. Orders §2.10, §6.10. */
export const bankServer = joinServer(vacctHandlers, {
  served: [
    ...bankLineServed,
    ...icbcLogServed,
    change(bankOpenCalls.notify, async (tx, _who, { lines }) => {
      const { accepted, duplicated, clashes } = await takeLines(tx, lines, INTERFACE)
      if (clashes.length > 0) throw clashError(clashes)
      return { accepted, duplicated }
    }),
  ],
  tasks: [bankLineExport, bankLineImport, icbcLogExport],
  jobs: [
    {
      name: MATCH_JOB,
      title: '匹配银行流水',
      group: 'ORDER',
      cron: '0 */10 * * * *',
      light: true,
      due: isAnyWaiting,
      run: (db, _params, signal) => matchWaiting(db, signal),
    },
    {
      name: 'accounts.icbcReconcile',
      title: '工行虚拟账户对账',
      group: 'ORDER',
      cron: '0 0 6 * * *',
      run: (db, _params, signal) => reconcileYesterday(db, signal),
    },
  ],
  registers: [
    ...declareForms(bankForm),
    declareEvent(LINE_RECEIVED, ['bankLineId', 'vacctNo', 'amount', 'purpose']),
    declareRecord({ of: vacct, read: vacctCalls.info, page: '/user/vacct/info/{id}' }),
    declareRecord({ of: bankLine, read: bankLineCalls.info, page: '/user/bankLine/info/{id}' }),
    declareRecord({
      of: icbcLog,
      read: icbcLogCalls.info,
      page: '/IcbcVacctLog/info/{id}',
      unsearched: true,
    }),
    declareTodo('bankLine', {
      label: '待处理银行流水',
      to: `/user/bankLine?matchStatus=${OPEN}`,
      permission: bankLineCalls.list.permission,
      count: openLines,
    }),
    declareWatch(
      'icbcLog',
      rowsWhere(
        icbcLog,
        { label: '对账有差异', to: '/IcbcVacctLog?status=2', permission: icbcLogCalls.list.permission },
        () => sql`"icbcLog"."status" = 2`,
      ),
    ),
    declareDemo('documents', fillBank),
  ],
})
