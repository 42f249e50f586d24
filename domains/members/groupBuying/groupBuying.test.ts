import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { deliverOne } from '#kit/server/outbox.ts'
import { lockRow, updateRow } from '#kit/server/rows.ts'
import { asSystem } from '#kit/server/transaction.ts'
import { ended, multipart, startWorker } from '../../../tests/importing.ts'
import { openPartners, type Partners } from '../../../tests/partners.ts'
import { freshPhone, openShoppers, type Shoppers } from '../../../tests/shoppers.ts'
import { getMemberTerms } from '../level/terms.server.ts'
import { groupBuying } from './groupBuying.entity.ts'
import { groupTick } from './groupBuying.server.ts'
import { getGroupBuyTerms, giveGroupMonth, takeGroupMonth } from './month.server.ts'

const G = '/admin/user/groupBuying'
const DAY = 86_400

let app: TestApp
let token: string
let partners: Partners
let shop: Shoppers
let levelId: number
let stop: () => Promise<void>
beforeAll(async () => {
  app = await testApp()
  token = await app.admin()
  partners = await openPartners(app)
  shop = await openShoppers(app)
  stop = startWorker(app)
  const level = await post('/admin/system/user/level/save', {
    ...{ levelType: 3, name: '团购价', grade: 1, discount: 92, icon: '/files/a.png' },
  })
  expect(level.message).toBe('操作成功')
  levelId = level.data.id
})
afterAll(async () => {
  await stop()
  await app.close()
})

const post = <T = { id: number }>(path: string, body: unknown = {}, as = token) =>
  app.request<T>('POST', path, { token: as, body })
const now = () => Math.floor(Date.now() / 1000)
let named = 0

/** A company that buys, with its code. */
async function company(more: Record<string, unknown> = {}) {
  const companyId = await partners.company()
  const { shoudaId } = await partners.approved(companyId, { isGroupBuying: 1 })
  const saved = await post(`${G}/save`, {
    ...{ shoudaId, name: `团购${++named}`, contactName: '王一', contactPhone: '13800000001', levelId },
    ...{
      joinModes: [1, 2, 3],
      startTime: now() - DAY,
      endTime: now() + DAY,
      monthLimit: '1000.00',
      payMode: 2,
      shipMode: 1,
    },
    ...more,
  })
  expect(saved.message).toBe('操作成功')
  const row = await app.db
    .selectFrom('groupBuying')
    .selectAll()
    .where('id', '=', saved.data.id)
    .executeTakeFirstOrThrow()
  return { ...row, companyId, shoudaId }
}
const employee = async (groupBuyingId: number, phone: string, empNo = `A${++named}`) => {
  const saved = await post(`${G}/employee/save`, { groupBuyingId, empNo, realName: '张三', phone })
  expect(saved.message).toBe('操作成功')
  return saved.data.id
}
const employeeOf = (id: number) =>
  app.db.selectFrom('groupBuyEmployee').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const userOf = (id: number) =>
  app.db.selectFrom('user').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const told = ({ code, message }: { code: number; message: string }) => [code, message]
const take = (uid: number, orderSn: string, amount: number) =>
  asSystem(app.db, (tx) => takeGroupMonth(tx, uid, orderSn, amount)).then(
    () => 'taken',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  )

test('U §18-34: two orders at once beyond the month: one passes; after 离职 level, terms and price are gone and orders hear of it', async () => {
  const group = await company()
  const phone = freshPhone()
  const id = await employee(group.id, phone)
  const { uid } = (await shop.login(phone)).data
  expect(await employeeOf(id)).toMatchObject({ uid, givenLevelId: levelId, status: 1 })
  expect((await userOf(uid)).customerLevel).toBe(levelId)
  expect((await getMemberTerms(app.db, uid)).levelRate).toBe(9200)
  expect(await take(uid, 'DD1', 90_000)).toBe('taken')
  const both = await Promise.all([take(uid, 'DD2', 8000), take(uid, 'DD3', 8000)])
  expect(both.sort()).toEqual(['taken', '本月团购额度剩余20.00元'].sort())
  expect(await getGroupBuyTerms(app.db, uid)).toMatchObject({
    monthUsed: 98_000,
    monthLimit: 100_000,
    payMode: 2,
    shoudaId: group.shoudaId,
  })
  // The same order again changes nothing; what is refunded can be bought anew, once.
  expect(await take(uid, 'DD1', 90_000)).toBe('taken')
  expect(await asSystem(app.db, (tx) => giveGroupMonth(tx, 'DD1', 95_000))).toBe(90_000)
  expect(await asSystem(app.db, (tx) => giveGroupMonth(tx, 'DD1', 1))).toBe(0)
  expect((await getGroupBuyTerms(app.db, uid))?.monthUsed).toBe(8000)

  expect((await post(`${G}/employee/status/${id}`, { id, status: 3 })).message).toBe('操作成功')
  expect((await userOf(uid)).customerLevel).toBeNull()
  expect(await getGroupBuyTerms(app.db, uid)).toBeNull()
  expect((await getMemberTerms(app.db, uid)).levelRate).toBe(10_000)
  const events = await app.db
    .selectFrom('outbox')
    .select('payload')
    .where('event', '=', 'user.groupEnded')
    .execute()
  expect(events.map((one) => one.payload)).toContainEqual({ uid, groupBuyingId: group.id })
  const levels = await app.db
    .selectFrom('userLevel')
    .select('changeType')
    .where('uid', '=', uid)
    .orderBy('id')
    .execute()
  expect(levels.map((one) => one.changeType)).toEqual([8, 9])
})

test('a company must have group buying switched on, once; people, numbers and places are guarded', async () => {
  const companyId = await partners.company()
  const { shoudaId } = await partners.approved(companyId)
  const form = {
    shoudaId,
    name: '未开通',
    contactName: '王',
    contactPhone: '13800000001',
    joinModes: [1],
    startTime: now(),
    endTime: now() + DAY,
    payMode: 1,
    shipMode: 1,
  }
  expect(told(await post(`${G}/save`, form))).toEqual([422, '该售达方未开通团购'])
  const group = await company({ maxPeople: 1 })
  expect((await post(`${G}/save`, { ...form, shoudaId: group.shoudaId })).message).toContain(
    '该售达方已有团购',
  )
  const phone = freshPhone()
  const id = await employee(group.id, phone, 'B001')
  const twin = (more: object) =>
    post(`${G}/employee/save`, {
      ...{ groupBuyingId: group.id, empNo: 'b001', realName: '李', phone: freshPhone() },
      ...more,
    })
  expect(told(await twin({}))).toEqual([422, '该工号已存在'])
  expect(told(await twin({ empNo: 'B002', phone }))).toEqual([422, '该手机已存在'])
  expect(told(await twin({ empNo: 'B002' }))).toEqual([422, '名额已满'])
  const { uid } = (await shop.login(phone)).data
  expect((await employeeOf(id)).uid).toBe(uid)
  // Active with one company alone.
  const other = await company()
  const second = await employee(other.id, phone)
  expect((await employeeOf(second)).uid).toBeNull()
  const { customerToken } = (await shop.login(phone)).data
  const joined = await shop.ask(
    '/open/groupBuying/join',
    { joinCode: other.joinCode, empNo: (await employeeOf(second)).empNo },
    customerToken,
  )
  expect(told(joined)).toEqual([409, `该用户已是${group.name}的员工`])
  expect((await post(`${G}/employee/unbind/${id}`, { id })).message).toBe('操作成功')
  expect([(await employeeOf(id)).uid, (await userOf(uid)).customerLevel]).toEqual([null, null])
  const again = await shop.ask<{ status: number }>(
    '/open/groupBuying/join',
    { joinCode: other.joinCode, empNo: (await employeeOf(second)).empNo },
    customerToken,
  )
  expect(again.data.status).toBe(1)
})

test('an application waits for a decision; a rejected one is made again; a company whose time is over takes all levels back', async () => {
  const group = await company()
  const phone = freshPhone()
  const { uid, customerToken } = (await shop.login(phone)).data
  const apply = (more: Record<string, unknown> = {}) =>
    shop.ask<{ status: number }>(
      '/open/groupBuying/join',
      { joinCode: group.joinCode, empNo: 'C001', realName: '赵六', ...more },
      customerToken,
    )
  expect(told(await apply({ joinCode: 'XXXXXXXX' }))).toEqual([404, '企业码不存在'])
  expect((await apply()).data.status).toBe(0)
  expect(told(await apply())).toEqual([409, '您已提交过申请，请等待审核'])
  const row = await app.db
    .selectFrom('groupBuyEmployee')
    .selectAll()
    .where('uid', '=', uid)
    .executeTakeFirstOrThrow()
  const decide = (status: number, opinion = '') =>
    post(`${G}/employee/examine/${row.id}`, { id: row.id, status, opinion })
  expect(told(await decide(4))).toEqual([422, '请输入驳回原因'])
  expect((await decide(4, '查无此人')).code).toBe(200)
  expect((await apply()).data.status).toBe(0)
  expect((await decide(1)).code).toBe(200)
  expect(told(await decide(1))).toEqual([409, '当前状态为正常，不能通过申请'])
  expect((await userOf(uid)).customerLevel).toBe(levelId)
  await app.db
    .updateTable('groupBuying')
    .set({ endTime: new Date(Date.now() - 1000) })
    .where('id', '=', group.id)
    .execute()
  expect(await groupTick.run(app.db)).toBe(1)
  expect(await groupTick.run(app.db)).toBe(0)
  expect((await userOf(uid)).customerLevel).toBeNull()
  expect(await getGroupBuyTerms(app.db, uid)).toBeNull()
})

test('a company that is disabled no longer buys, and the people of a sold-to party are told by the call of the parties', async () => {
  const group = await company()
  const phone = freshPhone()
  await employee(group.id, phone, 'D001')
  const { uid } = (await shop.login(phone)).data
  const people = await app.request<{
    total: number
    list: { uid: number; workNo: string; phone: string; status: number }[]
  }>('GET', '/admin/system/org/shouda/person/groupBuying/list', {
    token,
    query: { shoudaId: group.shoudaId },
  })
  expect(people.data.list).toMatchObject([{ uid, workNo: 'D001', phone, status: 1 }])
  const closed = await post(`/admin/system/org/update/status/${group.companyId}`, {
    id: group.companyId,
    status: 0,
    reason: '停业',
  })
  expect(closed.message).toBe('操作成功')
  while (await deliverOne(app.db));
  expect(
    (
      await app.db
        .selectFrom('groupBuying')
        .select('status')
        .where('id', '=', group.id)
        .executeTakeFirstOrThrow()
    ).status,
  ).toBe(0)
  expect((await userOf(uid)).customerLevel).toBeNull()
})

test('a list of employees is imported by the number of the company; who has a phone of it is bound at once; scope and rights hold', async () => {
  const group = await company()
  const phone = freshPhone()
  const { uid } = (await shop.login(phone)).data
  const sheet = [
    '团购编号,工号,姓名,手机,部门',
    `${group.groupNo},E1,钱七,${phone},市场`,
    `${group.groupNo},E2,孙八,${freshPhone()},`,
  ].join('\n')
  const file = multipart('people.csv', sheet)
  const started = await app.request<{ taskId: number }>('POST', `${G}/employee/import`, { token, ...file })
  expect(started.message).toBe('操作成功')
  expect(await ended(app, started.data.taskId)).toMatchObject({ status: 2, success: 2 })
  const bound = await app.db
    .selectFrom('groupBuyEmployee')
    .select(['empNo', 'uid'])
    .where('groupBuyingId', '=', group.id)
    .orderBy('empNo')
    .execute()
  expect(bound).toEqual([
    { empNo: 'E1', uid },
    { empNo: 'E2', uid: null },
  ])
  const monthOfFirst = async (query: Record<string, string>) =>
    (
      await app.request<{ list: { realName: string; monthUsed: string }[] }>('GET', `${G}/employee/list`, {
        token,
        query: { groupBuyingId: String(group.id), sortBy: 'id', sortOrder: 'asc', ...query },
      })
    ).data.list[0]
  const first = await app.db
    .selectFrom('groupBuyEmployee')
    .select('id')
    .where('groupBuyingId', '=', group.id)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const told = async () => (await monthOfFirst({ fields: 'monthUsed' }))?.monthUsed
  expect(await told()).toBe('0.00/1000.00')
  await sql`insert into "groupBuyMonth" ("employeeId", "month", "used")
    values (${first.id}, to_char(now() at time zone 'Asia/Shanghai', 'YYYY-MM'), 12000),
      (${first.id}, '2020-01', 700)`.execute(app.db)
  expect(await told()).toBe('120.00/1000.00')
  await sql`update "groupBuying" set "monthLimit" = 0 where "id" = ${group.id}`.execute(app.db)
  expect(await told()).toBe('120.00')
  const info = await app.request<{ monthUsed: string }>('GET', `${G}/employee/info/${first.id}`, { token })
  expect(info.data.monthUsed).toBe('120.00')
  expect(await monthOfFirst({ fields: 'realName' })).not.toHaveProperty('monthUsed')
  const few = await app.person({
    permissions: ['admin:user:groupBuying:list', 'admin:user:groupBuying:employee:list'],
    dataScope: 5,
  })
  const list = await app.request('GET', `${G}/employee/list`, {
    token: few.token,
    query: { groupBuyingId: group.id },
  })
  expect(list.data.total).toBe(0)
  expect((await post(`${G}/employee/status/1`, { id: 1, status: 2 }, few.token)).code).toBe(403)
})

test('the list of a company tells each figure alone, and that of its people the name it has now', async () => {
  const group = await company({ maxPeople: 5 })
  await employee(group.id, freshPhone())
  const listed = async (path: string, query: Record<string, string | number>) =>
    (await app.request<{ list: Record<string, unknown>[] }>('GET', path, { token, query })).data.list
  const [row] = await listed(`${G}/list`, { keywords: group.groupNo })
  expect(row).toMatchObject({ people: '1/5', waitNum: 0, monthAmount: '0.00', totalAmount: '0.00' })
  for (const name of ['people', 'waitNum', 'monthAmount', 'totalAmount']) {
    const [one] = await listed(`${G}/list`, { keywords: group.groupNo, fields: name })
    expect(one).toEqual({ id: group.id, version: row?.version, [name]: row?.[name] })
  }
  const called = async () =>
    (await listed(`${G}/employee/list`, { groupBuyingId: group.id })).map((one) => one.groupName)
  expect(await called()).toEqual([group.name])
  await asSystem(app.db, async (tx) =>
    updateRow(tx, groupBuying, await lockRow(tx, groupBuying, group.id), { name: '改名团购' }),
  )
  expect(await called()).toEqual(['改名团购'])
})
