import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { startLive } from '#kit/server/live.ts'
import { asSystem } from '#kit/server/transaction.ts'
import { importFile, startWorker } from '../../../tests/importing.ts'
import { registerNow } from '../../../tests/registering.ts'
import { waitsFor } from '../../../tests/waitsFor.ts'
import { declareSensitiveScene, guardWords } from './guardWords.ts'
import type { Scene } from './sensitiveScene.entity.ts'
import { checkWords } from './words.memory.ts'
import { seedWords } from './words.seeds.ts'

let app: TestApp
let token: string

beforeAll(async () => {
  app = await testApp()
  token = await app.admin()
})
afterAll(() => app.close())

const WORDS = '/admin/sensitive/words'
const post = (path: string, body: Record<string, unknown> = {}) => app.request('POST', path, { token, body })
const get = (path: string, query: Record<string, string | number> = {}) =>
  app.request('GET', path, { token, query })

async function newWord(word: string, more: Record<string, unknown> = {}): Promise<number> {
  const answer = await post(`${WORDS}/save`, { word, category: 9, action: 2, ...more })
  expect(answer.message).toBe('操作成功')
  return answer.data.id
}
async function setScene(scene: Scene, values: Record<string, unknown>): Promise<void> {
  const { data } = await app.request<{ id: number; scene: string }[]>('GET', '/admin/sensitive/scene/list', {
    token,
  })
  const id = data.find((one) => one.scene === scene)?.id
  expect((await post('/admin/sensitive/scene/update', { id, ...values })).message).toBe('操作成功')
}
interface Check {
  pass: boolean
  action: number
  text: string
  hits: { word: string; start: number; end: number; action: number }[]
}
const check = async (text: string, scene: Scene = 'comment') =>
  (await app.request<Check>('POST', `${WORDS}/check`, { token, body: { text, scene } })).data

test('P16-33 replaced, refused, and a scene that is off', async () => {
  await newWord('赌博', { whiteWords: ['赌博机制'] })
  expect(await check('来赌—博吧')).toEqual({
    pass: true,
    action: 2,
    text: '来***吧',
    hits: [{ word: '赌博', start: 1, end: 4, action: 2 }],
  })
  expect(await check('反赌博机制')).toMatchObject({ action: 0, text: '反赌博机制', hits: [] })
  expect(await check('代 开 发 票 和赌博')).toMatchObject({
    pass: false,
    action: 1,
    hits: [
      { word: '代开发票', action: 1 },
      { word: '赌博', action: 2 },
    ],
  })
  await setScene('comment', { status: 0 })
  expect(await check('代 开 发 票')).toEqual({ pass: true, action: 0, text: '代 开 发 票', hits: [] })
  await setScene('comment', { status: 1 })
})

test('P16-33 a refused text is told at its field and kept, although nothing else of it is', async () => {
  const save = asSystem(app.db, (tx) => guardWords(tx, 'comment', { content: '脑残，代 开 发 票' }))
  await expect(save).rejects.toMatchObject({
    code: 422,
    message: '内容包含敏感词：代开发票',
    data: [{ field: 'content', message: '内容包含敏感词：代开发票' }],
  })
  await expect
    .poll(async () => (await get('/admin/sensitive/hit/list', { scene: 'comment' })).data.list)
    .toMatchObject([{ words: ['脑残', '代开发票'], original: '脑残，代 开 发 票', action: 1, review: null }])
})

test('what a scene does with all words alike, and with which mark', async () => {
  await newWord('替换词')
  await setScene('survey', { mode: 2 })
  expect(await check('替换词', 'survey')).toMatchObject({ pass: false, action: 1 })
  await setScene('survey', { mode: 3, mark: '#' })
  expect(await check('代开发票', 'survey')).toMatchObject({ pass: true, action: 2, text: '####' })
  await setScene('survey', { mode: 4 })
  expect(await check('替换词', 'survey')).toMatchObject({ pass: true, action: 3, text: '替换词' })
})

test('what waits for a person is released once', async () => {
  const released: number[] = []
  registerNow(
    app.db,
    declareSensitiveScene('notice', async (_tx, id) => {
      released.push(id)
    }),
  )
  const hold = (id: number) =>
    asSystem(app.db, async (tx) => {
      const guarded = await guardWords(tx, 'notice', { title: '全网第一', content: '好' })
      expect(guarded).toMatchObject({ isHeld: true, texts: { title: '全网第一', content: '好' } })
      await guarded.keep(tx, id)
    })
  await hold(7)
  // Written once more: only the last one waits.
  await hold(7)
  const { list } = (await get('/admin/sensitive/hit/list', { scene: 'notice', review: 0 })).data
  expect(list).toMatchObject([{ words: ['全网第一'], action: 3 }])
  const id = Number(list[0]?.id)
  expect((await post(`/admin/sensitive/hit/review/${id}`, { result: 1 })).code).toBe(200)
  expect(released).toEqual([7])
  expect(await post(`/admin/sensitive/hit/review/${id}`, { result: 2 })).toMatchObject({
    code: 409,
    message: '该记录已复核',
  })
})

test('hits are counted by day and scene, and at their words', async () => {
  const figures = await app.request<{ day: string; scene: string; count: number }[]>(
    'GET',
    '/admin/sensitive/hit/figures',
    { token, query: { dateLimit: 'today' } },
  )
  expect(figures.data.map(({ scene, count }) => [scene, count])).toEqual([
    ['comment', 1],
    ['notice', 2],
  ])
  const { list } = (await get(`${WORDS}/list`, { keywords: '全网第一' })).data
  expect(list).toMatchObject([{ word: '全网第一', hitCount: 2, source: 1 }])
})

test('a change of words is followed at once, also one of another process', async () => {
  const id = await newWord('新来的词')
  expect((await check('新来的词')).action).toBe(2)
  await post(`${WORDS}/update/status`, { ids: String(id), status: 0 })
  expect((await check('新来的词')).action).toBe(0)
  // What another process leaves behind: the row, and its notice on the channel all listen on.
  const live = await startLive(app.url, app.db)
  try {
    await sql`update "sensitiveWord" set "status" = 1 where "id" = ${id}`.execute(app.db)
    await sql`select pg_notify('ts_notice', ${JSON.stringify({ topic: 'table:sensitiveWord' })})`.execute(
      app.db,
    )
    const found = async () => (await checkWords(app.db, '新来的词', 'comment')).action
    await expect.poll(found, { timeout: 1000 }).toBe(2)
  } finally {
    await live.stop()
  }
})

test('a word stands once; a built-in one is neither renamed nor deleted, but may be switched off', async () => {
  expect(await post(`${WORDS}/save`, { word: '国家级', category: 5, action: 1 })).toMatchObject({
    code: 422,
    message: '敏感词已存在',
  })
  const { list } = (await get(`${WORDS}/list`, { keywords: '国家级' })).data
  const id = Number(list[0]?.id)
  expect((await post(`${WORDS}/update`, { id, word: '省级' })).message).toBe('内置敏感词不能修改，可以停用')
  expect(await post(`${WORDS}/delete/${id}`)).toMatchObject({
    code: 409,
    message: '内置敏感词不能删除，可以停用',
  })
  expect((await post(`${WORDS}/update/status/${id}`, { status: 0 })).code).toBe(200)
  const before = (await get(`${WORDS}/list`)).data.total
  await asSystem(app.db, seedWords)
  expect((await get(`${WORDS}/list`)).data.total).toBe(before)
  expect((await check('国家级')).action).toBe(0)
})

test('words are imported by lines and by the template; those that are there are counted', async () => {
  const lines = await post(`${WORDS}/import`, {
    words: '甲词\n乙词\r\n\n甲词\n国家级',
    category: 7,
    action: 1,
  })
  expect(lines.data).toEqual({ added: 2, repeated: 2 })
  expect((await post(`${WORDS}/import`, { words: 'x'.repeat(51), category: 7, action: 1 })).code).toBe(422)
  const stop = startWorker(app)
  try {
    const content = '敏感词,分类,处理,匹配方式,例外词\n丙词,竞品,拦截,精确,\n甲词,竞品,替换,,'
    const [task] = await waitsFor(app, "hashtext('sensitiveWord')", () =>
      importFile(app, token, 'sensitiveWord', { name: '词.csv', content }),
    )
    expect(task).toMatchObject({ status: 2, success: 2, fail: 0 })
  } finally {
    await stop()
  }
  const { list } = (await get(`${WORDS}/list`, { category: 7 })).data
  expect(list.map((row) => [row.word, row.action, row.matchType]).sort()).toEqual([
    ['丙词', 1, 1],
    ['乙词', 1, 2],
    ['甲词', 1, 2],
  ])
})

test('the 通知人 of a scene are told what was found, also of what was refused', async () => {
  const keeper = await app.person({ account: 'word_keeper' })
  await newWord('黑话')
  await newWord('黑市', { action: 1 })
  await setScene('notice', { notifyIds: [keeper.adminId] })
  await asSystem(app.db, async (tx) => {
    const guarded = await guardWords(tx, 'notice', { text: '一句黑话' })
    await guarded.keep(tx, 5)
  })
  const refused = asSystem(app.db, (tx) => guardWords(tx, 'notice', { text: '黑市里' }))
  await expect(refused).rejects.toMatchObject({ code: 422 })
  const told = async () =>
    (await app.request('GET', '/admin/notice/my/list', { token: keeper.token })).data.list.map(
      (row) => row.content,
    )
  await expect
    .poll(told)
    .toEqual([
      '系统在“消息公告”中的文本命中敏感词：黑市，处理：拦截',
      '系统在“消息公告”中的文本命中敏感词：黑话，处理：替换',
    ])
})
