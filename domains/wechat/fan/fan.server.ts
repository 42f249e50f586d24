import { sql } from 'kysely'
import type { Db } from '#kit/server/database.ts'
import { exportColumns, exportEntity } from '#kit/server/exportEntity.ts'
import { answerPage } from '#kit/server/list.ts'
import { contextOf, namedPoint, type Registration } from '#kit/server/points.ts'
import { change, read, type Served } from '#kit/server/serve.ts'
import { startTask } from '#kit/server/tasks/start.ts'
import { startOfDay, toSeconds } from '#kit/shared/time.ts'
import { overview } from '../account.calls.ts'
import { lastError } from '../platform/platform.server.ts'
import { isConfigured, MESSAGE_PATH, siteUrl } from '../wechat.config.server.ts'
import { fanCalls as calls } from './fan.calls.ts'
import { wechatFan, wechatMessage } from './fan.entity.ts'

const HIT_DAYS = 30
const KEYWORD = 2

/** Names of the people whose accounts are bound to openids. */
type Owners = (db: Db, openids: readonly string[]) => Promise<ReadonlyMap<string, string>>

const owners = namedPoint<Owners>('Fan owners')

/** A room whose people bind openids tells who they are: 绑定用户 of a fan. Once per kind of person. */
export const declareFanOwners = (kind: string, read: Owners): Registration => owners.as(kind, read)

async function withOwners<R extends { openid: string }>(
  db: Db,
  rows: readonly R[],
): Promise<(R & { bound: string })[]> {
  const openids = rows.map((row) => row.openid)
  const found = await Promise.all([...owners.all(db).values()].map((read) => read(db, openids)))
  return rows.map((row) => ({
    ...row,
    bound: found.flatMap((names) => names.get(row.openid) ?? []).join('、'),
  }))
}

export const fanExport = exportEntity(wechatFan, calls.exportRows, {
  columns: [...exportColumns(wechatFan), { name: 'bound', title: '绑定用户', kind: 'text' }],
  enrich: (db, rows) => withOwners(db, rows),
})

export const servedFans: readonly Served[] = [
  read(calls.list, async (db, who, input) => {
    const page = await answerPage(db, who, wechatFan, calls.list.answer, input)
    return { ...page, list: await withOwners(db, page.list) }
  }),
  change(calls.exportRows, (tx, who, input) => startTask(tx, who, fanExport, input)),
  read(calls.messages, (db, who, input) =>
    answerPage(db, who, wechatMessage, calls.messages.answer, input, {
      fresh: 'grows',
      reads: [wechatMessage.name],
    }),
  ),
  read(overview, async (db) => {
    const [fans, messages, error, site] = await Promise.all([
      fanFigures(db),
      messageFigures(db),
      lastError(db),
      siteUrl(db),
    ])
    return {
      configured: await isConfigured(db, 'wechat'),
      serverUrl: site === '' ? '' : `${site}${MESSAGE_PATH}`,
      fixedApiBase: contextOf(db).settings.wechatApiBase ?? '',
      ...fans,
      ...messages,
      lastError: error === null ? null : { time: toSeconds(error.time), message: error.message },
    }
  }),
]

async function fanFigures(db: Db): Promise<{ fans: number; newToday: number; lostToday: number }> {
  const today = startOfDay(new Date())
  const { rows } = await sql<{ fans: number; newToday: number; lostToday: number }>`select
    (select count(*) from "wechatFan" where "subscribe" = 1 and "isDel" = 0) as "fans",
    (select count(*) from "wechatFan" where "subscribeTime" >= ${today}) as "newToday",
    (select count(*) from "wechatFan" where "unsubscribeTime" >= ${today}) as "lostToday"`.execute(db)
  return rows[0] ?? { fans: 0, newToday: 0, lostToday: 0 }
}

/** How many messages came today, and how many of the last texts a keyword answered, in hundredths of a percent. */
async function messageFigures(db: Db): Promise<{ messagesToday: number; hitRate: number | null }> {
  const since = startOfDay(new Date(), 1 - HIT_DAYS)
  const { rows } = await sql<{ messagesToday: number; texts: number; hits: number }>`select
    (select count(*) from "wechatMessage"
      where "createTime" >= ${startOfDay(new Date())} and "msgType" <> 'event') as "messagesToday",
    count(*) as "texts", count(*) filter (where "answeredBy" = ${KEYWORD}) as "hits"
    from "wechatMessage" where "msgType" = 'text' and "createTime" >= ${since}`.execute(db)
  const { messagesToday = 0, texts = 0, hits = 0 } = rows[0] ?? {}
  return { messagesToday, hitRate: texts === 0 ? null : Math.round((hits / texts) * 10_000) }
}
