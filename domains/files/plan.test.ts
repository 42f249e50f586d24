import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { runPlans } from './plan.server.ts'

let app: TestApp

beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const CODES = ['admin:system:admin:export', 'admin:system:admin:list']
const DAILY = '0 0 8 * * *'

const post = (path: string, token: string, body: Record<string, unknown> = {}) =>
  app.request('POST', `/file/plan${path}`, { token, body })
const plans = (token: string) => app.request<Record<string, unknown>[]>('GET', '/file/plan/list', { token })
const run = () => runPlans(app.db, {}, new AbortController().signal)
const makeDue = () => sql`update "exportPlan" set "nextTime" = now() where "status" = 1`.execute(app.db)
const tasksOf = (adminId: number) =>
  app.db
    .selectFrom('fileTask')
    .select(['bizType', 'params', 'status'])
    .where('scopeAdminId', '=', adminId)
    .orderBy('id')
    .execute()

async function exported(token: string): Promise<number> {
  const answer = await app.request<{ taskId: number }>('POST', '/admin/system/admin/export', {
    token,
    body: { realName: '李', columns: 'account' },
  })
  expect(answer.message).toBe('操作成功')
  return answer.data.taskId
}

test('an export is made again at its time, once, with its filter and as its person', async () => {
  const one = await app.person({ permissions: CODES, dataScope: 6 })
  const taskId = await exported(one.token)
  const saved = await post('/save', one.token, { taskId, title: '每日员工', cron: DAILY })
  expect(saved.message).toBe('操作成功')
  expect((await plans(one.token)).data).toMatchObject([
    { id: saved.data.id, title: '每日员工', bizName: '员工导出', status: 1, lastTime: null },
  ])
  expect(await run()).toBe(0)
  await makeDue()
  const counts = await Promise.all([run(), run()])
  expect(counts.sort()).toEqual([0, 1])
  const [first, second, ...more] = await tasksOf(one.adminId)
  expect(second).toEqual(first)
  expect(second?.params).toMatchObject({ realName: '李', columns: 'account' })
  expect(more).toEqual([])
  const [plan] = (await plans(one.token)).data
  expect(Number(plan?.nextTime)).toBeGreaterThan(Date.now() / 1000)
  expect(plan).toMatchObject({ lastMessage: '' })
  expect(plan?.lastTime).not.toBeNull()
})

test('a person who lost the right gets the reason, one who is disabled nothing more', async () => {
  const one = await app.person({ permissions: CODES })
  await post('/save', one.token, { taskId: await exported(one.token), title: '员工', cron: DAILY })
  await sql`delete from "roleMenu" where "rid" = ${one.roleId}`.execute(app.db)
  await makeDue()
  await run()
  expect(await tasksOf(one.adminId)).toHaveLength(1)
  const find = () =>
    app.db.selectFrom('exportPlan').selectAll().where('createBy', '=', one.adminId).executeTakeFirstOrThrow()
  expect(await find()).toMatchObject({ status: 1, lastMessage: '没有权限访问。' })
  await app.db.updateTable('admin').set({ status: 0 }).where('id', '=', one.adminId).execute()
  await makeDue()
  await run()
  expect(await find()).toMatchObject({ status: 0, nextTime: null, lastMessage: '账号已停用，定时导出已暂停' })
})

test('a plan is paused, changed and deleted by its own person only; times are checked', async () => {
  const one = await app.person({ permissions: CODES })
  const other = await app.person({ permissions: CODES })
  const taskId = await exported(one.token)
  const save = (more: Record<string, unknown>, token = one.token) =>
    post('/save', token, { taskId, title: '员工', cron: DAILY, ...more })
  expect((await save({ cron: '99 * * * * *' })).message).toBe('cron表达式不正确')
  expect((await save({ cron: '0 8 * * *' })).message).toBe('cron表达式不正确')
  expect((await save({ cron: '0 */10 * * * *' })).message).toBe('执行间隔不能小于1小时')
  expect((await save({}, other.token)).code).toBe(404)
  const { id } = (await save({ cron: '0 30 7 * * 1' })).data
  expect((await post('/update', other.token, { id, status: 0 })).code).toBe(404)
  expect((await post('/update', one.token, { id, status: 0 })).code).toBe(200)
  expect((await plans(one.token)).data).toMatchObject([{ status: 0, nextTime: null }])
  expect((await post('/update', one.token, { id, status: 1, title: '周一' })).code).toBe(200)
  expect((await plans(one.token)).data).toMatchObject([{ status: 1, title: '周一' }])
  expect((await post(`/delete/${id}`, other.token)).code).toBe(404)
  expect((await post(`/delete/${id}`, one.token)).code).toBe(200)
  expect((await plans(one.token)).data).toEqual([])
  expect((await plans(other.token)).data).toEqual([])
})

test('no person has more than twenty', async () => {
  const one = await app.person({ permissions: CODES })
  const taskId = await exported(one.token)
  for (let n = 0; n < 20; n++)
    expect((await post('/save', one.token, { taskId, title: `员工${n}`, cron: DAILY })).code).toBe(200)
  expect((await post('/save', one.token, { taskId, title: '员工', cron: DAILY })).message).toBe(
    '定时导出最多20个',
  )
})
