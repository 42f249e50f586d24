import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { ended, exportedCells, startWorker } from '../../../tests/importing.ts'
import { expectNumbers, holdersOf, makeUsers } from '../../../tests/tags.ts'

const B = '/admin/user/batch'

let app: TestApp
let token: string
let stop: () => Promise<void>
beforeAll(async () => {
  app = await testApp()
  token = await app.admin()
  stop = startWorker(app)
})
afterAll(async () => {
  await stop?.()
  await app.close()
})

const send = <T = { taskId: number }>(path: string, body: unknown, as = token) =>
  app.request<T>('POST', path, { token: as, body })
const groupOf = async (uids: readonly number[]) =>
  (
    await app.db.selectFrom('user').select(['id', 'groupId']).where('id', 'in', uids).orderBy('id').execute()
  ).map((row) => row.groupId)
const byGrowth = (n: number) => ({
  conditions: JSON.stringify({ match: 'all', items: [{ field: 'experience', op: 'eq', value: n }] }),
})

test('U §2.3: everybody a list means is put into a group as a task, also those who no longer fit it then; within the data scope', async () => {
  const { id: groupId } = (
    await send<{ id: number }>('/admin/user/group/save', { groupName: '全部组', groupType: 1 })
  ).data
  const agent = await app.person({ permissions: ['admin:user:group', 'admin:user:list'], dataScope: 6 })
  const mine = await makeUsers(app, 450, { experience: 881_001, agentId: agent.adminId })
  const others = await makeUsers(app, 3, { experience: 881_001 })
  const filters = byGrowth(881_001)
  const started = await send(`${B}/group`, { filters, groupId }, agent.token)
  expect(started.message).toBe('操作成功')
  expect(await ended(app, started.data.taskId)).toMatchObject({ status: 2 })
  expect(new Set(await groupOf(mine))).toEqual(new Set([groupId]))
  expect(new Set(await groupOf(others))).toEqual(new Set([null]))
  // Out of the group again, by a filter that each of them leaves as it is done.
  const out = await send(`${B}/group`, { filters: { groupId: String(groupId) }, groupId: 0 })
  await ended(app, out.data.taskId)
  expect(new Set(await groupOf(mine))).toEqual(new Set([null]))
  const none = await send(`${B}/group`, { filters: { groupId: String(groupId) }, groupId: 0 })
  expect([none.code, none.message]).toEqual([422, '没有符合筛选条件的用户'])
})

test('U §2.3: tags are given to all; who has too many is told in the result by name, and the others have them', async () => {
  const tags: number[] = []
  for (let n = 0; n <= 50; n++)
    tags.push((await send<{ id: number }>('/admin/user/tag/save', { name: `全部${n}` })).data.id)
  const [full = 0, ...rest] = await makeUsers(app, 4, { experience: 881_002 })
  const last = tags.pop() ?? 0
  await send('/admin/user/tag', { id: full, tagId: tags.join() })
  const started = await send(`${B}/tag`, { filters: byGrowth(881_002), tagId: String(last) })
  const task = await ended(app, started.data.taskId)
  const cells = await exportedCells(app, token, task.id)
  expect(cells.slice(1)).toEqual([
    [String(full), expect.any(String), '失败', '每个用户最多50个标签'],
    ['共4名用户', '', '成功3', '失败1'],
  ])
  expect(Object.keys(await holdersOf(app, last)).map(Number)).toEqual(rest)
  await expectNumbers(app)
  const taken = await send(`${B}/unbindTag`, { filters: byGrowth(881_002), tagId: String(last) })
  await ended(app, taken.data.taskId)
  expect(await holdersOf(app, last)).toEqual({})
})

test('U §2.3: all are locked out with a reason, and assigned; who may not do it with one does not do it with all', async () => {
  const uids = await makeUsers(app, 3, { experience: 881_003 })
  const filters = byGrowth(881_003)
  expect((await send(`${B}/update/status`, { filters, status: 0 })).message).toBe('请输入原因')
  const off = await send(`${B}/update/status`, { filters, status: 0, reason: '清理' })
  await ended(app, off.data.taskId)
  const staff = await app.person({ permissions: ['admin:user:list'] })
  expect((await send(`${B}/assign`, { filters, agentId: staff.adminId }, staff.token)).code).toBe(403)
  expect((await send(`${B}/assign`, { filters })).message).toBe('请选择归属客服或归属门店')
  const given = await send(`${B}/assign`, { filters, agentId: staff.adminId })
  await ended(app, given.data.taskId)
  const rows = await app.db.selectFrom('user').select(['status', 'agentId']).where('id', 'in', uids).execute()
  expect(rows).toEqual(uids.map(() => ({ status: 0, agentId: staff.adminId })))
  expect((await send(`${B}/assign`, { filters: { payCount: 'x' }, agentId: staff.adminId })).message).toBe(
    '筛选条件格式不正确',
  )
})

test('U §2.3: everybody a list means goes on the black list; who stands on it is told in the result', async () => {
  const uids = await makeUsers(app, 203, { experience: 881_004 })
  const filters = byGrowth(881_004)
  const [known = 0] = uids
  const black = { scenes: '2,3', reason: '恶意下单' }
  const row = { ...black, listType: 2, objectType: 1, objectValue: String(known) }
  expect((await send('/admin/user/nameList/save', row)).message).toBe('操作成功')
  const staff = await app.person({ permissions: ['admin:user:list', 'admin:user:update'] })
  expect((await send(`${B}/black`, { filters, ...black }, staff.token)).code).toBe(403)
  expect((await send(`${B}/black`, { filters, reason: '恶意下单' })).message).toBe('请选择场景')
  const turned = { ...black, startTime: 2_000_000_000, endTime: 1_900_000_000 }
  expect((await send(`${B}/black`, { filters, ...turned })).message).toBe('结束时间必须晚于开始时间')
  const started = await send(`${B}/black`, { filters, ...black, endTime: 2_000_000_000 })
  expect(started.message).toBe('操作成功')
  const task = await ended(app, started.data.taskId)
  expect((await exportedCells(app, token, task.id)).slice(1)).toEqual([
    [String(known), expect.any(String), '失败', '该对象已在黑名单中'],
    ['共203名用户', '', '成功202', '失败1'],
  ])
  const rows = await app.db
    .selectFrom('nameList')
    .select(['uid', 'listType', 'objectType', 'scenes', 'reason'])
    .where('uid', 'in', uids)
    .orderBy('uid')
    .execute()
  expect(rows).toEqual(
    uids.map((uid) => ({ uid, listType: 2, objectType: 1, scenes: [2, 3], reason: '恶意下单' })),
  )
})
