import { afterAll, beforeAll, expect, test } from 'vitest'
import { asSystem } from '#kit/server/transaction.ts'
import { type MemberHouse, openMembers } from '../../../tests/members.ts'
import { signIn } from '../sign/sign.server.ts'
import { receive } from './progress.server.ts'
import { expireTasks } from './task.server.ts'

let house: MemberHouse
let token: string
let made = 0
beforeAll(async () => {
  house = await openMembers()
  token = await house.app.admin()
})
afterAll(() => house.close())

const post = (path: string, body: unknown) => house.app.request('POST', path, { token, body })
const form = (more: Record<string, unknown> = {}) => {
  made += 1
  return {
    name: `任务${made}`,
    taskType: 10,
    target: '100.00',
    period: 3,
    experience: 0,
    integral: 20,
    icon: '/x.png',
    ...more,
  }
}
async function save(more: Record<string, unknown> = {}): Promise<number> {
  const answer = await post('/admin/user/task/save', form(more))
  if (answer.code !== 200) throw new Error(answer.body)
  return answer.data.id
}
const recordsOf = (taskId: number) =>
  house.app.db.selectFrom('vipTaskRecord').selectAll().where('taskId', '=', taskId).orderBy('id').execute()
const pointsOf = (uid: number) =>
  [...house.points].filter(([key]) => key.startsWith(`${uid}:`)).reduce((sum, [, n]) => sum + n, 0)

let orders = 0
const finish = (uid: number, paid: number) => {
  orders += 1
  return house.tell('order.finished', uid, {
    ...{ orderId: orders, orderSubSn: `DD${orders}`, uid },
    lines: [{ lineId: orders, productId: 1, skuId: 1, q: 1000, paid }],
  })
}

test('U §18-15: of two who reach a task at once one is rewarded today, and who claims five times gets it once', async () => {
  const taskId = await save({ dayLimit: 1 })
  const users = [await house.user(), await house.user()]
  await Promise.all(users.map((uid) => finish(uid, 10_000)))
  const records = await recordsOf(taskId)
  expect(records.map((row) => row.status).sort()).toEqual([1, 2])
  expect(users.map(pointsOf).sort()).toEqual([0, 20])
  const waiting = records.find((row) => row.status === 1)
  const claim = (now: Date) =>
    asSystem(house.app.db, (tx) => receive(tx, waiting?.uid ?? 0, waiting?.id ?? 0, now)).then(
      () => 'received',
      (error: Error) => error.message,
    )
  expect(await claim(new Date())).toBe('今日奖励已发完')
  expect((await recordsOf(taskId)).map((row) => row.status).sort()).toEqual([1, 2])
  const tomorrow = new Date(Date.now() + 86_400_000)
  const tries = await Promise.all([1, 2, 3, 4, 5].map(() => claim(tomorrow)))
  expect(tries.sort()).toEqual(['received', ...Array.from({ length: 4 }, () => '奖励已领取')])
  expect(users.map(pointsOf)).toEqual([20, 20])
})

test('U §3.6: an order refunded below the target takes the reward back; one that still reaches it does not', async () => {
  const taskId = await save({ period: 1, experience: 15 })
  const uid = await house.user()
  await finish(uid, 15_000)
  expect((await house.stored(uid)).experience).toBeGreaterThanOrEqual(15)
  const before = (await house.stored(uid)).experience
  const refund = (no: number, amount: number) =>
    house.tell('refund.changed', uid, {
      ...{ refundId: no, refundSn: `SH-T${no}`, uid, to: 3 },
      lines: [{ lineId: orders, skuId: 1, q: 100, amount }],
    })
  await refund(1, 5000)
  expect((await recordsOf(taskId))[0]).toMatchObject({ status: 2, progress: 100 })
  await refund(2, 1)
  expect((await recordsOf(taskId))[0]).toMatchObject({ status: 4, progress: 99.99 })
  expect((await house.stored(uid)).experience).toBe(before - 15)
  expect(pointsOf(uid)).toBe(0)
})

test('U §14: a claim that is late is refused, and the job marks what was never claimed', async () => {
  const taskId = await save({ receiveMode: 2, validDays: 1 })
  const uid = await house.user()
  await finish(uid, 20_000)
  const [record] = await recordsOf(taskId)
  expect(record?.status).toBe(1)
  const late = new Date(Date.now() + 2 * 86_400_000)
  const other = await house.user()
  await expect(asSystem(house.app.db, (tx) => receive(tx, uid, record?.id ?? 0, late))).rejects.toMatchObject(
    { code: 409, message: '奖励已过期' },
  )
  await expect(
    asSystem(house.app.db, (tx) => receive(tx, other, record?.id ?? 0, new Date())),
  ).rejects.toMatchObject({ code: 404 })
  expect(await expireTasks(house.app.db, late)).toBeGreaterThan(0)
  expect((await recordsOf(taskId))[0]?.status).toBe(3)
})

test('U §14: what a task says is checked, and what people have begun is not changed under them', async () => {
  const refused = async (more: Record<string, unknown>) => {
    const answer = await post('/admin/user/task/save', form(more))
    return [answer.code, answer.message]
  }
  expect(await refused({ integral: 0 })).toEqual([422, '请至少设置一项奖励'])
  expect(await refused({ taskType: 11, target: '1.50' })).toEqual([422, '目标必须是整数'])
  expect(await refused({ taskType: 9, target: '2' })).toEqual([422, '该类型的目标只能是1'])
  expect(await refused({ taskType: 6, target: '1' })).toEqual([422, '请选择指定商品'])
  expect(await refused({ taskType: 14, target: '1' })).toEqual([422, '问卷尚未启用，不能选择此类型'])
  expect(await refused({ diamond: 5 })).toEqual([422, '钻石尚未启用，请填0'])
  expect(await refused({ endTime: 1_600_000_000 })).toEqual([422, '结束时间必须晚于当前时间'])
  const id = await save()
  await finish(await house.user(), 100)
  const changed = await post('/admin/user/task/update', { id, period: 4 })
  expect([changed.code, changed.message]).toEqual([409, '任务已有完成记录，不能修改类型、周期和目标'])
  expect((await post('/admin/user/task/update', { id, integral: 30 })).code).toBe(200)
  const copy = await post(`/admin/user/task/copy/${id}`, {})
  expect(copy.code).toBe(200)
})

test('U §3.6: staff reward chosen people of a task by hand, each once', async () => {
  const taskId = await save({ taskType: 16, target: '1', period: 1 })
  const users = [await house.user(), await house.user()]
  const give = await house.app.request<{ given: number; skipped: number }>('POST', '/admin/user/task/give', {
    token,
    body: { taskId, uids: users.join(',') },
  })
  expect(give.data).toEqual({ given: 2, skipped: 0 })
  const again = await house.app.request<{ given: number; skipped: number }>('POST', '/admin/user/task/give', {
    token,
    body: { taskId, uids: users.join(',') },
  })
  expect(again.data).toEqual({ given: 0, skipped: 2 })
  expect(users.map(pointsOf)).toEqual([20, 20])
  const unknown = await post('/admin/user/task/give', { taskId, uids: '999999' })
  expect([unknown.code, unknown.message]).toEqual([422, '用户999999不存在'])
})

test('U §18-14: eight days give 32 points and 12 growth, and of ten at once on the eighth one signs', async () => {
  const { db } = house.app
  const uid = await house.user()
  const day = (n: number) => new Date(Date.UTC(2025, 2, n, 4))
  for (let n = 1; n <= 7; n++) await asSystem(db, (tx) => signIn(tx, uid, day(n)))
  const tries = await Promise.all(
    Array.from({ length: 10 }, () =>
      asSystem(db, (tx) => signIn(tx, uid, day(8))).then(
        () => 'signed',
        (error: Error) => error.message,
      ),
    ),
  )
  expect(tries.sort()).toEqual(['signed', ...Array.from({ length: 9 }, () => '今日已签到')].sort())
  expect(await house.stored(uid)).toMatchObject({ experience: 12, signNum: 8 })
  expect(pointsOf(uid)).toBe(32)
  const rows = await db
    .selectFrom('userSign')
    .select('id')
    .where('uid', '=', uid)
    .where('createDay', '=', '2025-03-08')
    .execute()
  expect(rows).toHaveLength(2)
  // A missed day begins anew.
  const next = await asSystem(db, (tx) => signIn(tx, uid, day(10)))
  expect(next).toMatchObject({ signNum: 1, integral: 1, experience: 1 })
})

test('U §14: while signing in is closed nobody signs', async () => {
  const info = await house.app.request<{ fields: Record<string, unknown> }>('GET', '/admin/user/configInfo', {
    token,
    query: { type: 'sign' },
  })
  const set = (sign_open: 0 | 1) =>
    post('/admin/user/save/config', {
      type: 'sign',
      channelId: 0,
      fields: { ...info.data.fields, sign_open },
    })
  expect((await set(0)).code).toBe(200)
  const uid = await house.user()
  await expect(asSystem(house.app.db, (tx) => signIn(tx, uid, new Date()))).rejects.toMatchObject({
    ...{ code: 409, message: '签到未开启' },
  })
  await set(1)
})
