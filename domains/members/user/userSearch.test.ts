// Lists of what users have, found by who the user is: of a word that few users have, and of one that many have.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { makeUsers } from '../../../tests/tags.ts'
import { FEW } from './userSearch.server.ts'

const MANY = FEW + 60
const LOG = 'system/user/level/log/list'
const ORDERS = 'system/user/level/vip/order/list'
const RECORDS = 'user/task/record/list'

let app: TestApp
let token: string
let many: number[]
let few: number
let gone: number
let tagId: number
beforeAll(async () => {
  app = await testApp()
  token = await app.admin()
  many = await makeUsers(app, MANY)
  const [one = 0, deleted = 0] = await makeUsers(app, 2)
  few = one
  gone = deleted
  await sql`update "user" set "nickname" = 'Harbour海港' || "id", "realName" = '林森'
    where "id" = any(${sql.val(many)}::int[])`.execute(app.db)
  await sql`update "user" set "nickname" = '灯塔', "realName" = '海港', "phone" = '13755501234' where "id" = ${few}`.execute(
    app.db,
  )
  await sql`update "user" set "nickname" = '海港', "isDel" = 1 where "id" = ${gone}`.execute(app.db)
  tagId = (
    await app.request<{ id: number }>('POST', '/admin/user/tag/save', { token, body: { name: '搜索' } })
  ).data.id
  await sql`insert into "userLevel" ("uid", "levelType", "changeType", "sourceType", "sourceId")
    select "id", 1, 4, 'test', '1' from "user"`.execute(app.db)
  await sql`insert into "vipTaskRecord" ("taskId", "uid", "periodKey") select 1, "id", 'once' from "user"`.execute(
    app.db,
  )
  await sql`insert into "vipOrder" ("orderNo", "uid", "levelId", "planId", "planName", "plan", "payPrice", "source")
    select 'HY' || "id", "id", 1, 1, '年卡', '{}', 0, 1 from "user"`.execute(app.db)
  await sql`insert into "userTagRel" ("tagId", "uid", "source") select ${tagId}, "id", 1 from "user"`.execute(
    app.db,
  )
})
afterAll(() => app.close())

const LIMIT = 500

async function found(path: string, keywords: string, query: Record<string, string | number> = {}) {
  const uids: number[] = []
  for (let page = 1; ; page++) {
    const { data } = await app.request<{ list: { uid: number }[]; total: number }>('GET', `/admin/${path}`, {
      token,
      query: { keywords, limit: LIMIT, page, ...query },
    })
    uids.push(...data.list.map(({ uid }) => uid))
    if (data.list.length === LIMIT) continue
    expect(uids).toHaveLength(data.total)
    return uids.sort((one, other) => one - other)
  }
}

test.each([LOG, ORDERS, RECORDS])('%s: of users by their name, number and phone', async (path) => {
  const all = many.toSorted((a, b) => a - b)
  expect(await found(path, '海港')).toEqual(all)
  expect(await found(path, 'harbour海')).toEqual(all)
  expect(await found(path, '港')).toEqual(all)
  expect(await found(path, '灯塔')).toEqual([few])
  expect(await found(path, '灯 塔')).toEqual([few])
  expect(await found(path, '13755501234')).toEqual([few])
  // Names that are masked and parts of a phone find nobody here.
  expect(await found(path, '林森')).toEqual([])
  expect(await found(path, '5501234')).toEqual([])
  expect(await found(path, '无此人')).toEqual([])
})

test('a membership order is found by its own number as well', async () => {
  expect(await found(ORDERS, `HY${few}`)).toContain(few)
  const last = many.at(-1)
  expect(await found(ORDERS, `海港${last}`)).toEqual([last])
})

test('who is tagged is found by all that the list of users finds them by', async () => {
  const all = [...many, few].sort((a, b) => a - b)
  expect(await found('user/list/tag', '海港', { tagId })).toEqual(all)
  expect(await found('user/list/tag', '林森', { tagId })).toEqual(many.toSorted((a, b) => a - b))
  expect(await found('user/list/tag', '5501234', { tagId })).toEqual([few])
  expect(await found('user/list/tag', String(few), { tagId })).toContain(few)
})

test('who is renamed is found by the new name at once', async () => {
  expect(await found(LOG, '灯塔')).toEqual([few])
  const { version } = await app.db
    .selectFrom('user')
    .select('version')
    .where('id', '=', few)
    .executeTakeFirstOrThrow()
  const saved = await app.request('POST', '/admin/user/update', {
    token,
    body: { id: few, version, nickname: '海港灯船' },
  })
  expect(saved.message).toBe('操作成功')
  expect(await found(LOG, '灯塔')).toEqual([])
  expect(await found(LOG, '灯船')).toEqual([few])
  expect(await found(LOG, '海港')).toEqual([...many, few].sort((a, b) => a - b))
})

test('only of users whom the person may see', async () => {
  const agent = await app.person({
    permissions: ['admin:system:user:level:log:list', 'admin:user:list:tag'],
    dataScope: 6,
  })
  await sql`update "user" set "agentId" = ${agent.adminId} where "id" = any(${sql.val(many.slice(0, 3))}::int[])`.execute(
    app.db,
  )
  const own = many.slice(0, 3).sort((a, b) => a - b)
  const seen = async (path: string, query: Record<string, string | number>) =>
    (
      await app.request<{ list: { uid: number }[] }>('GET', `/admin/${path}`, {
        token: agent.token,
        query: { keywords: '海港', limit: 500, ...query },
      })
    ).data.list
      .map(({ uid }) => uid)
      .sort((a, b) => a - b)
  expect(await seen(LOG, {})).toEqual(own)
  expect(await seen('user/list/tag', { tagId })).toEqual(own)
})
