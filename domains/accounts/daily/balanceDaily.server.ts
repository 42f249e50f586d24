import { type SqlBool, sql } from 'kysely'
import { declareSapType } from '#domains/sap/sap.door.ts'
import type { Db } from '#kit/server/database.ts'
import { exportEntity, shapeColumns } from '#kit/server/exportEntity.ts'
import { declareWatch, rowsWhere } from '#kit/server/home.ts'
import { answerPage, conditionsOf, type ListOptions } from '#kit/server/list.ts'
import type { ServerPart } from '#kit/server/room.ts'
import { lockRows, updateRow } from '#kit/server/rows.ts'
import { rowScope, scopeCondition } from '#kit/server/scope.ts'
import { change, read } from '#kit/server/serve.ts'
import { standardHandlers } from '#kit/server/standard.ts'
import { startTask } from '#kit/server/tasks/start.ts'
import type { Who } from '#kit/server/who.ts'
import { conflict, notFound } from '#kit/shared/errors.ts'
import { rowIn } from '#kit/shared/field.ts'
import { formatMoney } from '#kit/shared/money.ts'
import { account, accountEntry, type Zflag } from '../account/account.entity.ts'
import { balanceDailyCalls as calls, dailyEntryRows } from './balanceDaily.calls.ts'
import { balanceDaily } from './balanceDaily.entity.ts'
import { closeDays, type Daily, dayOf, figuresOf, pushDaily } from './close.server.ts'

const LISTED: ListOptions = { dateColumn: 'bizTime' }

interface Line {
  zbatch: string
  zflag: Zflag
}

async function lineOf(db: Db, { zbatch, zflag }: Line): Promise<Daily> {
  const row = await db
    .selectFrom('balanceDaily')
    .selectAll()
    .where('zbatch', '=', zbatch)
    .where('zflag', '=', zflag)
    .executeTakeFirst()
  if (row === undefined) throw notFound()
  return rowIn(balanceDaily.all, row)
}

/** The entries that a line of a batch counts, of the accounts that the person may see. */
async function entriesOf(db: Db, who: Who, input: Line & { accountNo?: string }): Promise<ListOptions> {
  const { accountType, zflag, ...row } = await lineOf(db, input)
  const { from, to } = dayOf(row)
  const { accountNo = '' } = input
  const scope = scopeCondition(await rowScope(db, who, account), 'account')
  const narrowed = [
    ...(accountNo === '' ? [] : [sql`"account"."accountNo" = ${accountNo}`]),
    ...(scope === null ? [] : [scope]),
  ]
  return {
    fresh: true,
    order: [
      ['createTime', 'desc'],
      ['id', 'desc'],
    ],
    where: [
      sql<SqlBool>`"accountEntry"."accountType" = ${accountType} and "accountEntry"."zflag" = ${zflag}`,
      sql<SqlBool>`"accountEntry"."createTime" >= ${from} and "accountEntry"."createTime" < ${to}`,
      ...(narrowed.length === 0
        ? []
        : [
            sql<SqlBool>`"accountEntry"."accountId" in (select "id" from "account" where ${sql.join(narrowed, sql` and `)})`,
          ]),
    ],
  }
}

const entryExport = exportEntity(accountEntry, calls.entryExport, {
  bizType: 'balanceDailyEntry',
  joined: dailyEntryRows,
  columns: shapeColumns(
    Object.fromEntries(Object.entries(dailyEntryRows).filter(([, one]) => one.list !== false)),
  ),
  list: (who, input, db) => entriesOf(db, who, input),
})

const handlers = standardHandlers(
  balanceDaily,
  { list: calls.list, exportRows: calls.exportRows },
  { list: () => LISTED },
)

/** Whether a line waits at SAP, or has arrived there. */
const isPushed = ({ isMayPushSap }: Daily): boolean => isMayPushSap === 1

/** 余额对账. Orders §4.7, §6.10. */
export const balanceDailyPart: ServerPart = {
  served: [
    ...handlers.served,
    read(calls.totals, async (db, who, input) => {
      const where = await conditionsOf(db, who, balanceDaily, input, LISTED)
      const { rows } = await sql<{ entryNum: number; amount: number }>`
        select coalesce(sum("entryNum"), 0)::bigint as "entryNum", coalesce(sum("amount"), 0)::bigint as "amount"
        from "balanceDaily" where ${sql.join(where, sql` and `)}`.execute(db)
      return { entryNum: rows[0]?.entryNum ?? 0, amount: formatMoney(rows[0]?.amount ?? 0) }
    }),
    read(calls.info, (db, _who, input) => lineOf(db, input)),
    read(calls.entries, async (db, who, input) =>
      answerPage(db, who, accountEntry, calls.entries.answer, input, await entriesOf(db, who, input)),
    ),
    change(calls.entryExport, (tx, who, input) => startTask(tx, who, entryExport, input)),
    change(calls.push, async (tx, _who, { ids }) => {
      const rows = [
        ...(
          await lockRows(
            tx,
            balanceDaily,
            [...ids].sort((a, b) => a - b),
          )
        ).values(),
      ]
      const done = rows.find((row) => isPushed(row) && row.sapSync !== 2)
      if (done !== undefined) throw conflict(`批次${done.zbatch}已推送SAP`)
      await pushDaily(tx, rows)
    }),
    change(calls.recompute, async (tx, _who, { id }) => {
      const row = (await lockRows(tx, balanceDaily, [id])).get(id)
      if (row === undefined) throw notFound()
      const own = await tx.selectFrom('balanceDaily').select('id').where('zbatch', '=', row.zbatch).execute()
      const lines = await lockRows(
        tx,
        balanceDaily,
        own.map((one) => one.id),
      )
      if ([...lines.values()].some(isPushed)) throw conflict('已推送SAP，不能重算')
      const figures = await figuresOf(tx, row.accountType, dayOf(row))
      for (const line of lines.values()) {
        const now = figures.find((one) => one.zflag === line.zflag)
        if (now !== undefined) await updateRow(tx, balanceDaily, line, now)
      }
    }),
  ],
  tasks: [...handlers.tasks, entryExport],
  jobs: [
    {
      name: 'accounts.balanceDaily',
      title: '账户日结',
      cron: '0 30 0 * * *',
      run: (db, _params, signal) => closeDays(db, new Date(), signal),
    },
  ],
  registers: [
    ...handlers.registers,
    declareSapType(balanceDaily.name, { label: '余额对账' }),
    declareWatch(
      'balanceDaily',
      rowsWhere(
        balanceDaily,
        {
          label: '余额对账推送失败',
          to: '/user/balance?sapSync=2',
          permission: calls.list.permission,
        },
        () => sql<SqlBool>`"balanceDaily"."sapSync" = 2`,
      ),
    ),
  ],
}
