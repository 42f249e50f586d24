import { sql } from 'kysely'
import { retentionForm, settingsOf } from '#domains/settings/settings.door.ts'
import type { Db } from '#kit/server/database.ts'
import { writeSystemLog } from '#kit/server/log.ts'
import type { JobDefinition } from '#kit/server/room.ts'
import { asSystem, touch } from '#kit/server/transaction.ts'
import { SERVER_ZONE, startOfDay } from '#kit/shared/time.ts'

/** What may go: a log, its column of time and how many days it is kept. */
interface Kept {
  table: string
  column: string
  title: string
  days: number
}

// Who changed what must be known for half a year, whatever is set.
const LEAST_DAYS = 180
const BATCH = 5000
// A used code only serves to count how often one was asked for, and that within a day.
const CODE_DAYS = 2
// What applications asked and were told of; one that missed an event by then asks for the record itself. Orders §8.
const OPEN_DAYS = 7

async function keptLogs(db: Db): Promise<Kept[]> {
  const set = await settingsOf(db, retentionForm)
  return [
    { table: 'operLog', column: 'time', title: '操作日志', days: Math.max(LEAST_DAYS, set.oper_log_days) },
    { table: 'loginLog', column: 'time', title: '登录日志', days: Math.max(LEAST_DAYS, set.login_log_days) },
    { table: 'errorLog', column: 'lastTime', title: '异常日志', days: set.error_log_days },
    // Calls of systems outside are kept for the sake of their errors.
    { table: 'outCallLog', column: 'time', title: '外部调用', days: set.error_log_days },
    { table: 'scheduleJobLog', column: 'startTime', title: '任务日志', days: set.job_log_days },
    { table: 'wechatMessage', column: 'createTime', title: '公众号消息', days: set.wechat_msg_days },
    { table: 'wechatSend', column: 'createTime', title: '微信发送记录', days: set.wechat_msg_days },
    { table: 'smsRecord', column: 'createTime', title: '短信记录', days: set.sms_days },
    { table: 'openLog', column: 'time', title: '接口调用记录', days: OPEN_DAYS },
    { table: 'webhookEvent', column: 'createTime', title: '应用推送记录', days: OPEN_DAYS },
    { table: 'smsCode', column: 'createTime', title: '短信验证码', days: CODE_DAYS },
  ]
}

/** Removes the rows of whole days before the kept ones and notes in the operation log how many of which day. Platform §13.3. */
async function sweepLog(db: Db, { table, column, title, days }: Kept, signal: AbortSignal): Promise<number> {
  const until = startOfDay(new Date(), -days)
  const time = sql.ref(column)
  let removed = 0
  for (;;) {
    if (signal.aborted) return removed
    // The note lies in the transaction of the removal: neither is there without the other.
    const part = await asSystem(db, async (tx) => {
      const rows = await sql<{ day: string; n: number }>`
        with gone as (
          delete from ${sql.table(table)} where "id" in (
            select "id" from ${sql.table(table)} where ${time} < ${until} order by ${time} limit ${BATCH})
          returning ${time} as at)
        select to_char(at at time zone ${SERVER_ZONE}, 'yyyy-mm-dd') as day, count(*)::int as n
        from gone group by 1 order by 1`.execute(tx)
      const count = rows.rows.reduce((sum, row) => sum + row.n, 0)
      // The seals of a day that is gone still hold the chain together.
      if (table === 'operLog' && count > 0)
        await sql`update "operLogSeal" set "goneTime" = now() where "goneTime" is null
          and "day" = any(${sql.val(rows.rows.map((row) => row.day))}::date[])`.execute(tx)
      if (count > 0) {
        // Lists keep the count of rows that only grow in number.
        touch(tx, table)
        await writeSystemLog(tx, {
          title: '日志清理',
          businessType: 9,
          bizType: table,
          bizId: null,
          bizTitle: `${title} ${count}条`,
          path: 'log.retention',
          params: { days: rows.rows },
        })
      }
      return count
    })
    removed += part
    if (part < BATCH) return removed
  }
}

export const retentionJob: JobDefinition = {
  name: 'log.retention',
  title: '清理到期日志',
  cron: '0 30 3 * * *',
  timeoutSec: 3600,
  async run(db, _params, signal) {
    let removed = 0
    for (const log of await keptLogs(db)) removed += await sweepLog(db, log, signal)
    return removed
  },
}
