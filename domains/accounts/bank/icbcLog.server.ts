import { type Expression, type SqlBool, sql } from 'kysely'
import { dateRange, keywordCondition, type ListOptions } from '#kit/server/list.ts'
import { own, type Served } from '#kit/server/serve.ts'
import { standardHandlers } from '#kit/server/standard.ts'
import { servedCounts, tabsOf } from '#kit/server/tabCounts.ts'
import { refuse } from '#kit/shared/errors.ts'
import { dayStart, formatDate, toSeconds } from '#kit/shared/time.ts'
import { icbcLogCalls as calls } from './icbcLog.calls.ts'
import { icbcLog, LOG_STATES } from './icbcLog.entity.ts'
import { guardMatched } from './match.server.ts'
import { reconcile } from './reconcile.server.ts'
import { vacct } from './vacct.entity.ts'

const dayText = (moment: Date): string => formatDate(toSeconds(moment))

/** What a word finds by the name of the virtual account. */
function named(word: string): Expression<SqlBool> {
  const hit = keywordCondition(vacct, word) ?? sql<SqlBool>`false`
  return sql<SqlBool>`"icbcLog"."vacctId" in (select "vacct"."id" from "vacct" where ${hit})`
}

function listOptions(_who: unknown, { account, bizLimit }: Record<string, unknown>): ListOptions {
  const where: Expression<SqlBool>[] = []
  if (typeof account === 'number') where.push(sql<SqlBool>`"icbcLog"."vacctId" = ${account}`)
  const range = dateRange(typeof bizLimit === 'string' ? bizLimit : undefined)
  if (range !== null)
    where.push(
      sql<SqlBool>`"icbcLog"."bizDate" >= ${dayText(range.from)}::date and "icbcLog"."bizDate" < ${dayText(range.to)}::date`,
    )
  return { where, alsoFound: named, reads: [vacct.name] }
}

const usual = standardHandlers(icbcLog, calls, { list: listOptions, joined: true })

export const icbcLogExport = usual.exporting

/** The daily comparison of bank and accounts. Orders §6.10. */
export const icbcLogServed: readonly Served[] = [
  ...usual.served,
  servedCounts(calls.counts, icbcLog, 'status', tabsOf(LOG_STATES), listOptions),
  own(calls.run, async (db, _who, { bizDate }) => {
    if (bizDate > dayText(new Date())) throw refuse('对账日期不能晚于今天', 'bizDate')
    await guardMatched(db)
    const [year = 0, month = 0, day = 0] = bizDate.split('-').map(Number)
    return reconcile(db, dayStart(year, month, day))
  }),
]
