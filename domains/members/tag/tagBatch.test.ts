import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { ended, exportedCells, importFile, startWorker } from '../../../tests/importing.ts'
import { expectNumbers, holdersOf, makeUsers } from '../../../tests/tags.ts'

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

const send = <T = { id: number }>(path: string, body: unknown = {}, as = token) =>
  app.request<T>('POST', path, { token: as, body })
const tagNamed = async (name: string) => (await send('/admin/user/tag/save', { name })).data.id
const ofGrowth = (experience: number) => ({
  match: 'all',
  items: [{ field: 'experience', op: 'eq', value: experience }],
})

test('U §4.2: everybody whom conditions mean is tagged in a task, within the data scope of who asked', async () => {
  const tagId = await tagNamed('批量')
  const agent = await app.person({ permissions: ['admin:user:tag:batch'], dataScope: 6 })
  const own = await makeUsers(app, 3, { experience: 777_001, agentId: agent.adminId })
  const others = await makeUsers(app, 2, { experience: 777_001 })
  const asked = { tagId, mode: 'add', conditions: ofGrowth(777_001) }
  const started = await send<{ taskId: number }>('/admin/user/tag/batch/search', asked, agent.token)
  expect(await ended(app, started.data.taskId)).toMatchObject({ status: 2 })
  expect(Object.keys(await holdersOf(app, tagId)).map(Number)).toEqual(own)
  const all = await send<{ taskId: number }>('/admin/user/tag/batch/search', asked)
  await ended(app, all.data.taskId)
  expect(Object.keys(await holdersOf(app, tagId)).map(Number)).toEqual([...own, ...others])
  const taken = await send<{ taskId: number }>(
    '/admin/user/tag/batch/search',
    { ...asked, mode: 'remove' },
    agent.token,
  )
  await ended(app, taken.data.taskId)
  expect(Object.keys(await holdersOf(app, tagId)).map(Number)).toEqual(others)
  const wrong = await send('/admin/user/tag/batch/search', {
    ...asked,
    conditions: { match: 'all', items: [{ field: 'pwd', op: 'eq', value: 1 }] },
  })
  expect(wrong.message).toBe('条件字段不存在')
  await expectNumbers(app)
})

test('U §15: a sheet of phones and numbers gives and takes tags; what is not known is told', async () => {
  const [tagId, other] = [await tagNamed('表格甲'), await tagNamed('表格乙')]
  const [u1 = 0] = await makeUsers(app, 1, { phone: '13600000001' })
  const [u2 = 0] = await makeUsers(app, 1)
  const [u3 = 0] = await makeUsers(app, 1)
  await send('/admin/user/tag', { id: u3, tagId: other })
  const lines = [
    '用户,标签,操作',
    '13600000001,表格甲,打标',
    `${u2},表格甲,`,
    `${u3},表格乙,移除`,
    '13699999999,表格甲,打标',
    `${u2},没有这个,打标`,
  ]
  const content = Buffer.from(lines.join('\n'))
  const task = await importFile(app, token, 'userTagRel', { name: '打标.csv', content })
  expect(task).toMatchObject({ success: 3, fail: 2 })
  expect(await holdersOf(app, tagId)).toEqual({ [u1]: 3, [u2]: 3 })
  expect(await holdersOf(app, other)).toEqual({})
  const rows = await app.db
    .selectFrom('fileTaskRow')
    .select(['rowNo', 'field', 'message'])
    .where('taskId', '=', task.id)
    .orderBy('rowNo')
    .execute()
  expect(rows).toEqual([
    { rowNo: 5, field: '用户', message: '用户不存在' },
    { rowNo: 6, field: '标签', message: '标签不存在' },
  ])
})

test('U §10.2: the users of a tag are exported without phones', async () => {
  const tagId = await tagNamed('导出')
  const [uid = 0] = await makeUsers(app, 1, { phone: '13600000002', realName: '王小明' })
  await send('/admin/user/tag', { id: uid, tagId })
  const started = await send<{ taskId: number }>('/admin/user/tag/user/export', { tagId })
  const cells = await exportedCells(app, token, started.data.taskId)
  expect(cells.flat().join(' ')).not.toMatch(/13600000002|王小明/)
  expect(cells).toHaveLength(2)
  expect(cells[1]).toEqual(expect.arrayContaining(['客户1', '手工']))
})
