import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { importFile, startWorker } from '../../../tests/importing.ts'
import { makeUsers } from '../../../tests/tags.ts'

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

const task = (name: string, taskType: number, more: object = {}) =>
  app.request<{ id: number }>('POST', '/admin/user/task/save', {
    token,
    body: { name, taskType, target: '1', period: 1, experience: 7, icon: '/x.png', ...more },
  })
const grown = async (uids: readonly number[]) =>
  (await app.db.selectFrom('user').select('experience').where('id', 'in', uids).orderBy('id').execute()).map(
    (one) => one.experience,
  )

test('U §3.6: a sheet gives the reward of a task by hand, each person once however often it is brought in', async () => {
  expect((await task('回访奖励', 16)).code).toBe(200)
  expect((await task('签到奖励', 4)).code).toBe(200)
  const uids = [...(await makeUsers(app, 1, { phone: '13600008801' })), ...(await makeUsers(app, 2))]
  const [, second = 0, third = 0] = uids
  const bring = (lines: readonly string[], as = token) =>
    importFile(app, as, 'vipTaskRecord', {
      name: '发放.csv',
      content: Buffer.from(['任务,用户', ...lines].join('\n')),
    })
  const good = ['回访奖励,13600008801', `回访奖励,${second}`]
  const first = await bring([...good, `签到奖励,${third}`, '没有这个,13600008801', '回访奖励,13600009999'])
  expect(first).toMatchObject({ success: 2, fail: 3 })
  const rows = await app.db
    .selectFrom('fileTaskRow')
    .select(['rowNo', 'message'])
    .where('taskId', '=', first.id)
    .orderBy('rowNo')
    .execute()
  expect(rows).toEqual([
    { rowNo: 4, message: '只有人工发放的任务可以发放' },
    { rowNo: 5, message: '任务不存在' },
    { rowNo: 6, message: '用户不存在' },
  ])
  expect(await grown(uids)).toEqual([7, 7, 0])
  await bring([...good, `回访奖励,${third}`])
  expect(await grown(uids)).toEqual([7, 7, 7])
  // Who sees other customers alone brings in nothing for these.
  const agent = await app.person({ permissions: ['admin:user:task:give'], dataScope: 6 })
  expect(await bring(good, agent.token)).toMatchObject({ success: 0, fail: 2 })
})

test('U §3.6: what nobody tells of yet is not chosen as a task', async () => {
  expect((await task('分享有礼', 7)).message).toBe('分享尚未启用，不能选择此类型')
  expect((await task('晒图有礼', 13)).message).toBe('晒图尚未启用，不能选择此类型')
  expect((await task('收藏有礼', 15)).message).toBe('收藏商品尚未启用，不能选择此类型')
})
