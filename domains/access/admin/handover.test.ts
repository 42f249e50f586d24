import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { conflict } from '#kit/shared/errors.ts'
import { registerNow } from '../../../tests/registering.ts'
import { declareHandover } from '../access.door.ts'

let app: TestApp
let admin: string

/** Open work of a room above: who holds what. */
const held = new Map<number, number>()
let isBusy = false

beforeAll(async () => {
  app = await testApp()
  admin = await app.admin()
  registerNow(
    app.db,
    declareHandover('testTasks', {
      label: '待办',
      count: async (_db, adminId) => held.get(adminId) ?? 0,
      async move(_tx, from, to) {
        if (isBusy) throw conflict('待办正在处理')
        const n = held.get(from) ?? 0
        held.set(to, (held.get(to) ?? 0) + n)
        held.set(from, 0)
        return n
      },
    }),
  )
})
afterAll(() => app.close())

interface Result {
  results: { kind: string; label: string; n: number; message: string }[]
  disabled: boolean
}

const handover = (body: Record<string, unknown>, token = admin) =>
  app.request<Result>('POST', '/admin/system/admin/handover', { token, body })

const statusOf = async (id: number): Promise<number> =>
  (await app.db.selectFrom('admin').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status

async function leads(id: number): Promise<number> {
  const answer = await app.request('POST', '/admin/system/dept/save', {
    token: admin,
    body: { deptName: `部门${id}`, leaderId: id },
  })
  return answer.data.id
}

test('open work keeps a person from being deleted, until it is handed over and the account is disabled', async () => {
  const from = await app.person()
  const to = await app.person()
  held.set(from.adminId, 3)
  const deptId = await leads(from.adminId)
  const remove = () =>
    app.request('GET', '/admin/system/admin/delete', { token: admin, query: { id: from.adminId } })
  expect(await remove()).toMatchObject({ code: 409, message: '该员工还有1项部门负责人，请先交接' })
  const work = await app.request<{ kind: string; label: string; n: number }[]>(
    'GET',
    '/admin/system/admin/handover/work',
    { token: admin, query: { id: from.adminId } },
  )
  expect(work.data.filter(({ n }) => n > 0)).toEqual([
    { kind: 'depts', label: '部门负责人', n: 1 },
    { kind: 'testTasks', label: '待办', n: 3 },
  ])
  const answer = await handover({ fromId: from.adminId, toId: to.adminId, items: ['depts', 'testTasks'] })
  expect(answer.data).toEqual({
    results: [
      { kind: 'depts', label: '部门负责人', n: 1, message: '' },
      { kind: 'testTasks', label: '待办', n: 3, message: '' },
    ],
    disabled: true,
  })
  const dept = await app.db.selectFrom('dept').select('leaderId').where('id', '=', deptId).executeTakeFirst()
  expect(dept?.leaderId).toBe(to.adminId)
  expect(held.get(to.adminId)).toBe(3)
  expect(await statusOf(from.adminId)).toBe(0)
  expect(await app.request('GET', '/admin/getMenus', { token: from.token })).toMatchObject({
    code: 401,
    data: { reason: 'disabled' },
  })
  const logged = await app.db
    .selectFrom('operLog')
    .select('id')
    .where('path', '=', '/admin/system/admin/handover')
    .execute()
  expect(logged.length).toBeGreaterThanOrEqual(2)
  expect((await remove()).code).toBe(200)
})

test('what one kind refuses stays, the others are moved, and the account stays enabled', async () => {
  const from = await app.person()
  const to = await app.person()
  held.set(from.adminId, 2)
  await leads(from.adminId)
  isBusy = true
  const answer = await handover({ fromId: from.adminId, toId: to.adminId, items: ['testTasks', 'depts'] })
  isBusy = false
  expect(answer.data).toEqual({
    results: [
      { kind: 'testTasks', label: '待办', n: 0, message: '待办正在处理' },
      { kind: 'depts', label: '部门负责人', n: 1, message: '' },
    ],
    disabled: false,
  })
  expect(held.get(from.adminId)).toBe(2)
  expect(await statusOf(from.adminId)).toBe(1)
})

test('not to oneself, not to somebody who is gone, not of one’s own or a higher account, no unknown work', async () => {
  const from = await app.person()
  const to = await app.person()
  const ask = (more: Record<string, unknown>, token = admin) =>
    handover({ fromId: from.adminId, toId: to.adminId, items: [], ...more }, token)
  expect((await ask({ toId: from.adminId })).message).toBe('接收人不能是交接人本人')
  expect((await ask({ toId: 99_999_999 })).message).toBe('接收人不存在或已停用')
  expect((await ask({ items: ['nonsense'] })).message).toBe('交接事项不存在：nonsense')
  const low = await app.person({ permissions: ['admin:system:admin:handover'], level: 5 })
  expect((await ask({}, low.token)).message).toBe('无权操作更高级别的账号')
  expect((await ask({ fromId: low.adminId }, low.token)).message).toBe('不能操作本人账号')
  expect(await statusOf(from.adminId)).toBe(1)
})
