import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { ended, multipart, startWorker } from '../../../tests/importing.ts'
import { freshPhone } from '../../../tests/shoppers.ts'

let app: TestApp
let token: string
let stop: () => Promise<void>
beforeAll(async () => {
  app = await testApp()
  token = await app.admin()
  stop = startWorker(app)
})
afterAll(async () => {
  await stop()
  await app.close()
})

const HEAD = '手机号,昵称,姓名,性别,用户分组,标签,来源渠道,余额,成长值'
async function sent(lines: readonly string[], query: Record<string, string> = {}, as = token) {
  const file = multipart('users.csv', [HEAD, ...lines].join('\n'))
  return app.request<{ taskId: number }>('POST', '/admin/user/import', {
    token: as,
    query: { force: '1', ...query },
    ...file,
  })
}
const imported = async (lines: readonly string[], query: Record<string, string> = {}, as = token) => {
  const started = await sent(lines, query, as)
  expect(started.message).toBe('操作成功')
  return ended(app, started.data.taskId)
}
const errorsOf = async (id: number) =>
  (
    await app.request<{ errors: { rowNo: number; message: string }[] }>('GET', `/file/task/info/${id}`, {
      token,
    })
  ).data.errors
const userOf = (phone: string) =>
  app.db.selectFrom('user').selectAll().where('phone', '=', phone).executeTakeFirst()
const balanceOf = async (uid: number) =>
  (await app.db.selectFrom('account').select('balance').where('uid', '=', uid).executeTakeFirst())?.balance
const post = <T = { id: number }>(path: string, body: unknown = {}) =>
  app.request<T>('POST', path, { token, body })

test('U §18-36: of three rows one is created, one updated, one refused with its reason; again nothing is new and amounts are posted once', async () => {
  await post('/admin/user/group/save', { groupName: '导入组', groupType: 1 })
  const [fresh, known] = [freshPhone(), freshPhone()]
  const made = await post('/admin/user/save', { phone: known, nickname: '旧名' })
  expect(made.message).toBe('操作成功')
  const rows = [
    `${fresh},新人,王五,男,导入组,,商城,50.00,120`,
    `${known},新名,,女,,,,99.00,88`,
    `1380000123,坏号,,,,,,,`,
  ]
  const first = await imported(rows, { ticks: 'repeat', skipBad: '1' })
  expect(first).toMatchObject({ status: 6, success: 2, fail: 1 })
  expect(await errorsOf(first.id)).toMatchObject([
    { rowNo: 4, message: '手机号格式错误，请输入正确的手机号' },
  ])
  const [one, other] = [await userOf(fresh), await userOf(known)]
  expect(one).toMatchObject({
    nickname: '新人',
    realName: '王五',
    sex: 1,
    userType: 'import',
    experience: 120,
    nowMoney: 5000,
  })
  expect(other).toMatchObject({ nickname: '新名', sex: 2, experience: 0, nowMoney: 0 })
  const again = await imported(rows, { ticks: 'repeat', skipBad: '1' })
  expect(again).toMatchObject({ success: 2, fail: 1 })
  const { rows: counted } = await sql<{ users: number; entries: number; growth: number }>`
    select (select count(*)::int from "user" where "phone" in (${fresh}, ${known})) as "users",
      (select count(*)::int from "accountEntry" e join "account" a on a."id" = e."accountId" where a."uid" = ${one?.id ?? 0}) as "entries",
      (select count(*)::int from "userExperienceRecord" where "uid" = ${one?.id ?? 0}) as "growth"`.execute(
    app.db,
  )
  expect(counted[0]).toEqual({ users: 2, entries: 1, growth: 1 })
  expect(await balanceOf(one?.id ?? 0)).toBe(5000)
})

test('without the tick who is there is passed over; a phone twice in the sheet, unknown names, and amounts without the right are refused', async () => {
  const [fresh, known] = [freshPhone(), freshPhone()]
  await post('/admin/user/save', { phone: known, nickname: '留着' })
  expect(await imported([`${known},换掉,,,,,,,`])).toMatchObject({ status: 2 })
  expect((await userOf(known))?.nickname).toBe('留着')
  const bad = await imported([`${fresh},甲,,,没有的组,没有的标签,,,`, `${fresh},乙,,,,,,,`])
  expect(bad.status).toBe(3)
  expect((await errorsOf(bad.id)).map((one) => one.message).sort()).toEqual([
    '手机号与第2行重复',
    '用户分组“没有的组”不存在；标签“没有的标签”不存在或已停用',
  ])
  expect(await userOf(fresh)).toBeUndefined()
  const few = await app.person({ permissions: ['admin:user:import', 'file:import:list'], dataScope: 1 })
  const refused = await imported([`${fresh},甲,,,,,,10.00,`], {}, few.token)
  expect((await errorsOf(refused.id)).map((one) => one.message)).toEqual(['没有调整余额的权限'])
  const none = await app.person({ permissions: [], dataScope: 1 })
  expect((await sent([`${fresh},甲,,,,,,,`], {}, none.token)).code).toBe(403)
})
