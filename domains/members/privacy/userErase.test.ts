import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { postAccount } from '#domains/accounts/accounts.door.ts'
import { allErases } from '#kit/server/consumers.ts'
import { asSystem } from '#kit/server/transaction.ts'
import { theSystem } from '#kit/server/who.ts'
import { freshPhone, openShoppers, type Shoppers } from '../../../tests/shoppers.ts'
import { hadPaidBefore } from './erasedPhone.server.ts'
import { runErase } from './eraseUser.server.ts'
import { eraseJob } from './userErase.server.ts'

const E = '/admin/user/erase'

let app: TestApp
let token: string
let shop: Shoppers
let maker: string
let checker: string
beforeAll(async () => {
  app = await testApp()
  token = await app.admin()
  shop = await openShoppers(app)
  const codes = ['save', 'submit', 'list', 'info', 'cancel'].map((one) => `admin:user:erase:${one}`)
  maker = (await app.person({ permissions: [...codes, 'admin:user:list'], dataScope: 1 })).token
  checker = (
    await app.person({
      permissions: ['examine', 'run', 'info', 'list'].map((one) => `admin:user:erase:${one}`),
      dataScope: 1,
    })
  ).token
})
afterAll(() => app.close())

const post = <T = { id: number }>(path: string, body: unknown = {}, as = token) =>
  app.request<T>('POST', path, { token: as, body })
const told = ({ code, message }: { code: number; message: string }) => [code, message]
const userOf = (id: number) =>
  app.db.selectFrom('user').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const eraseOf = (uid: number) =>
  app.db
    .selectFrom('userErase')
    .selectAll()
    .where('uid', '=', uid)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
const move = (uid: number, pm: 0 | 1, amount: number, id: number) =>
  asSystem(app.db, (tx) =>
    postAccount(tx, {
      ...{
        holder: { accountType: 1, uid },
        pm,
        transactionType: pm === 1 ? 1 : 9,
        amount,
        linkId: 'T',
        title: '测试',
      },
      source: { type: 'test', id },
    }),
  )
const signal = new AbortController().signal
const job = () => eraseJob.run(app.db, {}, signal)
const overCooling = (uid: number) =>
  app.db
    .updateTable('userErase')
    .set({ coolUntil: new Date(Date.now() - 1000) })
    .where('uid', '=', uid)
    .execute()

/** Somebody with something personal in every table that holds it. */
async function whole() {
  const phone = freshPhone()
  const { uid, customerToken } = (await shop.login(phone)).data
  await sql`update "user" set "realName" = '欧阳无忌', "nickname" = '无忌小筑', "addres" = '忘川路七号', "addIp" = '203.0.113.77',
    "birthday" = '1990-03-08', "payCount" = 1 where "id" = ${uid}`.execute(app.db)
  await sql`insert into "userSecret" ("uid", "cardCipher") values (${uid}, 'sealed')`.execute(app.db)
  await app.db
    .insertInto('userIdentity')
    .values({ uid, type: 'wechat', openid: `oWUJI${uid}`, bindTime: new Date() })
    .execute()
  await app.db
    .insertInto('userAddress')
    .values({ uid, realName: '欧阳无忌', phone, districtId: 1, detail: '忘川路七号' })
    .execute()
  await sql`insert into "productReply" ("productId", "uid", "nickname", "productScore", "serviceScore", "comment")
    values (1, ${uid}, '无忌小筑', 5, 5, '很好')`.execute(app.db)
  await sql`insert into "payment" ("flowNo", "bizId", "uid", "amount", "status", "payType", "payerName")
    values (${`ZF${uid}`}, 1, ${uid}, 1980, 1, 'bank', '欧阳无忌')`.execute(app.db)
  await sql`insert into "refundNote" ("refundNoteSn", "refundType", "bizId", "uid", "amount", "refundWay", "status", "sourceId",
    "payeeName", "payeeAccount", "payeeBank") values (${`TK${uid}`}, 5, 1, ${uid}, 980, 5, 3, ${uid}, '欧阳无忌', '62220219901122',
    '忘川路支行')`.execute(app.db)
  return { uid, phone, customerToken }
}

/** Tables in which one of the words stands, wherever. */
async function tablesWith(words: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ table: string }>`
    select "table_name" as "table" from information_schema.tables
    where "table_schema" = current_schema() and "table_type" = 'BASE TABLE'`.execute(app.db)
  const found: string[] = []
  for (const { table } of rows) {
    const hit = await sql`select 1 from ${sql.table(table)} t
      where ${sql.join(
        words.map((word) => sql`t::text like ${`%${word}%`}`),
        sql` or `,
      )} limit 1`.execute(app.db)
    if (hit.rows.length > 0) found.push(table)
  }
  return found
}

test('U §18-21: guarded while money is left; then cooled, run, killed halfway and taken up again: each step once, nothing personal is left', async () => {
  const { uid, phone, customerToken } = await whole()
  await move(uid, 1, 1250, uid)
  const form = {
    uid,
    reason: '不再使用',
    evidence: [{ name: 'a.pdf', url: '/files/a.pdf' }],
    agreed: 1,
    submit: 1,
  }
  expect(told(await post(`${E}/save`, form, maker))).toEqual([409, '存在余额12.50元，不能注销'])
  await move(uid, 0, 1250, uid + 1_000_000)
  const saved = await post(`${E}/save`, form, maker)
  expect(saved.message).toBe('操作成功')
  const { id } = saved.data
  expect(told(await post(`${E}/save`, form, maker))[0]).toBe(409)
  expect((await post(`${E}/examine/${id}`, { id, auditStatus: 1 }, maker)).code).toBe(403)
  expect((await post(`${E}/examine/${id}`, { id, auditStatus: 1 }, checker)).message).toBe('操作成功')
  expect((await userOf(uid)).lifeStatus).toBe(1)
  const warned = await shop.login(phone)
  expect([warned.data.lifeStatus, (warned.data.eraseTime ?? 0) > 0]).toEqual([1, true])
  expect(await job()).toBe(0)
  await overCooling(uid)
  const addresses = () =>
    app.request<{ total: number }>('GET', '/admin/user/address/list', { token, query: { userId: uid } })
  expect((await addresses()).data.total).toBe(1)

  // Dies in the middle of a step: what that step did is undone, those before it stand.
  const names = [...allErases(app.db).keys()]
  const half = names[Math.floor(names.length / 2)] ?? ''
  const step = allErases(app.db).get(half)
  const killed = step?.erase
  if (step !== undefined)
    step.erase = async () => {
      throw new Error('killed')
    }
  await expect(runErase(app.db, theSystem, id)).rejects.toThrow('killed')
  if (step !== undefined && killed !== undefined) step.erase = killed
  const before = (await eraseOf(uid)).steps
  expect(before.length).toBeGreaterThan(0)
  expect(before.some((one) => one.name === half)).toBe(false)
  expect(told(await post(`${E}/cancel/${id}`, { id, reason: '后悔' }, maker))).toEqual([
    409,
    '注销已开始执行，不能撤销',
  ])
  expect(await job()).toBe(1)
  const done = await eraseOf(uid)
  expect(done.eraseStatus).toBe(4)
  expect(new Set(done.steps.map((one) => one.name)).size).toBe(names.length + 1)
  expect(done.steps.slice(0, before.length)).toEqual(before)
  expect(await job()).toBe(0)

  expect(await userOf(uid)).toMatchObject({
    lifeStatus: 2,
    nickname: '已注销用户',
    phone: '',
    realName: '',
    addres: '',
    addIp: '',
  })
  expect(
    await tablesWith([phone, '欧阳无忌', '无忌小筑', '忘川路', '62220219901122', `oWUJI${uid}`]),
  ).toEqual([])
  expect((await addresses()).data.total).toBe(0)
  // What was paid and refunded stays in the books.
  const { rows: kept } =
    await sql`select p."amount" as "paid", n."amount" as "back" from "payment" p join "refundNote" n
    on n."uid" = p."uid" where p."uid" = ${uid}`.execute(app.db)
  expect(kept).toEqual([{ paid: 1980, back: 980 }])
  expect((await shop.ask('/open/invite/code', {}, customerToken)).code).toBe(401)
  expect(await hadPaidBefore(app.db, phone)).toBe(true)
  expect(await hadPaidBefore(app.db, freshPhone())).toBe(false)
  const again = await shop.login(phone)
  expect([again.code, again.data.isNew]).toEqual([200, 1])
  expect(again.data.uid).not.toBe(uid)
  const { getMemberTerms } = await import('../level/terms.server.ts')
  expect((await getMemberTerms(app.db, again.data.uid)).isNew).toBe(false)
})

test('a consumer asks with a code to the phone and takes it back by signing in; what stands in the way blocks the run', async () => {
  const phone = freshPhone()
  const { uid, customerToken } = (await shop.login(phone)).data
  const ask = async (more: Record<string, unknown> = {}) =>
    shop.ask<{ eraseNo: string }>(
      '/open/user/erase',
      { code: await shop.code(phone, 'customerErase'), ...more },
      customerToken,
    )
  expect(told(await ask({ code: '000000' }))).toEqual([422, '验证码错误'])
  expect((await ask()).data.eraseNo).toMatch(/^ZX\d{14}$/)
  expect((await ask()).code).toBe(409)
  expect((await shop.ask('/open/user/erase/cancel', {}, customerToken)).code).toBe(200)
  expect([(await userOf(uid)).lifeStatus, (await eraseOf(uid)).eraseStatus]).toEqual([0, 3])
  expect((await ask()).code).toBe(200)
  await move(uid, 1, 700, uid + 2_000_000)
  await overCooling(uid)
  expect(await job()).toBe(0)
  expect(await eraseOf(uid)).toMatchObject({ eraseStatus: 5, blocked: '余额7.00元', steps: [] })
  await move(uid, 0, 700, uid + 3_000_000)
  expect(await job()).toBe(1)
  expect((await userOf(uid)).lifeStatus).toBe(2)
})

test('growth is lost by it, which has to be agreed to; who may not see a user does not erase one', async () => {
  const phone = freshPhone()
  const { uid } = (await shop.login(phone)).data
  await sql`update "user" set "experience" = 80 where "id" = ${uid}`.execute(app.db)
  const form = { uid, reason: '不再使用', evidence: [{ name: 'a.pdf', url: '/files/a.pdf' }], submit: 1 }
  expect(told(await post(`${E}/save`, form, maker))).toEqual([422, '请确认放弃成长值80'])
  const guards = await app.request<{ guards: unknown[]; forfeits: { text: string }[] }>(
    'GET',
    `${E}/guards`,
    { token, query: { uid } },
  )
  expect(guards.data).toEqual({ guards: [], forfeits: [{ text: '成长值80', to: '' }] })
  const few = await app.person({ permissions: ['admin:user:erase:save'], dataScope: 5 })
  expect(told(await post(`${E}/save`, form, few.token))).toEqual([422, '用户不存在或无权使用'])
})
