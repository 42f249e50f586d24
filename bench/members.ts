import { sql } from 'kysely'
import { type Db, openDatabase, openPool } from '#kit/server/database.ts'
import { besideYardstick } from './besideYardstick.ts'
import { compare, load, percentile } from './load.ts'
import { atLeast, atMost, type Figure } from './report.ts'
import type { Bench } from './run.ts'

const USERS = 1_000_000
const LIST_RATIO = 0.5
const FILTER_MS = 50
const TIMES = 8
const PATH = '/api/admin/user/list'
/** What /user/index asks for with its usual columns and what its acts look at. */
const SHOWN = [
  ...['id', 'version', 'nickname', 'userNo', 'avatar', 'phone', 'level', 'levelName', 'tagName', 'payCount'],
  ...['netAmount', 'lastPayTime', 'lifeStage', 'status', 'lifeStatus', 'mergeToUid', 'spreadUid'],
].join(',')
const LIST = `${PATH}?page=1&limit=20&fields=${SHOWN}`

/** Every filter and order of the list of users; of common values and of rare ones. */
export const ASKED: Readonly<Record<string, string>> = {
  'tab 公众号': 'tab=public',
  'tab APP': 'tab=app',
  'tab 企业用户': 'tab=org',
  'tab 流失用户': 'tab=fall',
  'tab 已停用': 'tab=off',
  'tab 注销中': 'tab=leaving',
  keywords: `keywords=${encodeURIComponent('北辰')}`,
  'keywords of a phone': 'keywords=13900123456',
  'tail of a phone': 'keywords=3456',
  'keywords nobody has': `keywords=${encodeURIComponent('查无此人')}`,
  level: 'level=3',
  'level, the rarest': 'level=5',
  customerLevel: 'customerLevel=7',
  paidLevel: 'paidLevel=6',
  groupId: 'groupId=2',
  customerGroupId: 'customerGroupId=31',
  label: 'labelId=1',
  'label, rare': 'labelId=3',
  'two labels': 'labelId=1,2&labelMode=all',
  country: 'country=OTHER',
  region: 'regionId=350000',
  sex: 'sex=2',
  'sex, rare': 'sex=3',
  isPromoter: 'isPromoter=1',
  'payCount 0': 'payCount=0',
  'payCount 5': 'payCount=5',
  netAmount: 'minNet=500.00&maxNet=510.00',
  'netAmount, the largest': 'minNet=99990.00',
  lastPayTo: 'lastPayTo=3',
  lastPayFrom: 'lastPayFrom=700',
  lifeStage: 'lifeStage=5',
  'first visit': 'accessType=1&accessLimit=lately7',
  visited: 'accessType=2&accessLimit=lately7',
  'not visited': 'accessType=3&accessLimit=lately30',
  channelId: 'channelId=1203',
  userType: 'userType=pc',
  storeId: 'storeId=77',
  agentId: 'agentId=5',
  companyId: 'companyId=999',
  inviteCodeId: 'inviteCodeId=40',
  spreadUid: 'spreadUid=500',
  'birthday today': 'birthday=today',
  'birthday this week': 'birthday=week',
  'birthday this month': 'birthday=month',
  nowMoney: 'minMoney=900.00',
  status: 'status=0',
  registered: 'dateLimit=lately7',
  'ordered by balance': 'sortBy=nowMoney&sortOrder=desc',
  'ordered by growth': 'sortBy=experience&sortOrder=desc',
  'ordered by payments': 'sortBy=payCount&sortOrder=asc',
  'ordered by amount': 'sortBy=netAmount&sortOrder=desc',
  'ordered by last payment': 'sortBy=lastPayTime&sortOrder=desc',
  'ordered by registration': 'sortBy=createTime&sortOrder=asc',
  'ordered by last visit': 'sortBy=lastVisitTime&sortOrder=desc',
}

/** The list of 1,000,000 users against the yardstick, and each of its filters and orders. Members §2.3. */
export async function memberLists({ base, token, databaseUrl }: Bench): Promise<Figure[]> {
  const pool = openPool(databaseUrl, 2)
  try {
    await makeUsers(openDatabase(pool), USERS)
  } finally {
    await pool.end()
  }
  const headers = { 'x-token': token, 'accept-encoding': 'identity' }
  const ask = async (query: string): Promise<number> => {
    const start = performance.now()
    const answer = await fetch(`${base}${PATH}?limit=20&fields=${SHOWN}&page=1&${query}`, { headers })
    const { code, message } = await answer.json()
    if (code !== 200) throw new Error(`${query} answered ${code} ${message}`)
    return performance.now() - start
  }
  return besideYardstick(databaseUrl, async (plain) => {
    const figures: Figure[] = []
    const url = base + LIST
    await load(url, headers, 2)
    const {
      one: own,
      other: yardstick,
      ratio,
    } = await compare(
      () => load(url, headers, 3),
      () => load(plain, {}, 3),
    )
    if (own.errors + yardstick.errors > 0) throw new Error('the load of the list of users met errors')
    figures.push(
      atLeast(
        `list of 1,000,000 users: ${Math.round(own.perSecond)}/s against ${Math.round(yardstick.perSecond)}/s`,
        ratio,
        LIST_RATIO,
        '× yardstick',
      ),
    )
    for (const [what, query] of Object.entries(ASKED)) {
      const first = await ask(query)
      const times: number[] = []
      for (let time = 0; time < TIMES; time++) times.push(await ask(query))
      figures.push(
        atMost(
          `users by ${what} (first ${Math.round(first)} ms), p95`,
          percentile(times, 0.95),
          FILTER_MS,
          'ms',
        ),
      )
    }
    const counts: number[] = []
    for (let time = 0; time < TIMES; time++) {
      const start = performance.now()
      await fetch(`${base}/api/admin/user/counts?page=1&limit=20`, { headers }).then((answer) =>
        answer.text(),
      )
      counts.push(performance.now() - start)
    }
    figures.push(atMost('tabs of 1,000,000 users, p95', percentile(counts, 0.95), FILTER_MS, 'ms'))
    return figures.sort((a, b) => b.ratio - a.ratio)
  })
}

const WORDS = ['华中', '东海', '北辰', '南岭', '西域', '天成', '恒泰', '金禾', '宏远', '瑞丰', '安康', '永盛']

/** Users who differ in all that lists filter and order by, with days of visits and tags. */
export async function makeUsers(db: Db, count: number): Promise<void> {
  await db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection)
    // Thirty indexes are made of all rows at once in a tenth of the time.
    const { rows: indexes } = await sql<{ name: string; made: string }>`
      select i.indexrelid::regclass::text as "name", pg_get_indexdef(i.indexrelid) as "made" from pg_index i
      where i.indrelid = '"user"'::regclass and not i.indisprimary`.execute(connection)
    for (const { name } of indexes) await sql`drop index ${sql.raw(name)}`.execute(connection)
    await sql`insert into "user" ("userNo", "account", "nickname", "realName", "sex", "phone", "birthday", "country",
        "provinceId", "cityId", "groupId", "customerGroupId", "level", "customerLevel", "paidLevel", "isPaidMember",
        "experience", "status", "lifeStatus", "userType", "channelId", "storeId", "agentId", "companyId", "spreadUid",
        "inviteCodeId", "isPromoter", "payCount", "netAmount", "lastPayTime", "lifeStage", "nowMoney", "firstVisitTime",
        "lastVisitTime", "createTime")
      select (1000000000 + n)::text, '', (${sql.val(WORDS)}::text[])[1 + n % 12] || '用户' || n,
        (array['张','李','王','赵','陈','林'])[1 + n % 6] || '小明', case when n % 5000 = 0 then 3 else n % 3 end,
        (13900000000 + n)::text, case when n % 3 = 0 then date '1960-01-01' + n % 18000 end,
        case when n % 2000 = 0 then 'OTHER' else 'CN' end,
        case when n % 2 = 0 then (110000 + n % 35 * 10000) end, case when n % 2 = 0 then (110100 + n % 350 * 100) end,
        case when n % 4 = 0 then 1 + n % 20 end, case when n % 40 = 0 then 30 + n % 5 end,
        case when n % 20000 = 0 then 5 when n % 3 = 0 then 1 + n % 4 end, case when n % 100 = 0 then 7 end,
        case when n % 50 = 0 then 6 end, case when n % 50 = 0 then 1 else 0 end, n % 20000,
        case when n % 3000 = 0 then 0 else 1 end, case when n % 10000 = 0 then 1 else 0 end,
        (array['h5','public','routine','ios','android','routine','routine','routine','public','h5'])[1 + n % 10],
        case when n % 200 = 0 then 1203 when n % 50 = 0 then 1205 else 1201 end, case when n % 3 = 0 then 1 + n % 300 end,
        case when n % 10 = 0 then 1 + n % 200 end, case when n % 50 = 0 then 1 + n % 4000 end,
        case when n % 20 = 0 then 1 + n % 5000 end, case when n % 8 = 0 then 1 + n % 500 end,
        case when n % 300 = 0 then 1 else 0 end, case when n % 5 < 2 then 0 else n % 11 end,
        case when n % 5 < 2 then 0 else (n * 7919::bigint) % 10000000 end,
        case when n % 5 < 2 then null else now() - (n * 31::bigint % 1000) * interval '1 day' end, 1 + n % 6,
        case when n % 6 = 0 then (n * 37::bigint) % 100000 else 0 end,
        case when n % 2 = 0 then now() - (n % 900) * interval '1 day' end,
        case when n % 2 = 0 then now() - (n * 17::bigint % 600) * interval '1 day' end, now() - (${sql.lit(count)} - n) * interval '40 seconds'
      from generate_series(1, ${sql.lit(count)}) n`.execute(connection)
    for (const { made } of indexes) await sql.raw(made).execute(connection)
    await sql`insert into "userStat" ("uid", "payCount", "netAmount") select "id", "payCount", "netAmount" from "user"
      on conflict do nothing`.execute(connection)
    await sql`insert into "userDayStat" ("uid", "day", "visits")
      select "id", current_date - ("id" % 90) - d * 100, 1 from "user", generate_series(0, 2) d
      where "id" % 2 = 0 on conflict do nothing`.execute(connection)
    for (const [id, oneOf] of [
      [1, 4],
      [2, 10],
      [3, 5000],
    ])
      await sql`insert into "userTagRel" ("tagId", "uid", "source", "bindTime")
        select ${id}::int, "id", 2, now() from "user" where "id" % ${oneOf}::int = 0 on conflict do nothing`.execute(
        connection,
      )
    for (const table of ['user', 'userStat', 'userDayStat', 'userTagRel'])
      await sql`vacuum analyze ${sql.table(table)}`.execute(connection)
    await sql`reset statement_timeout`.execute(connection)
  })
}
