import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person, TestApp } from '#app/testing.ts'
import { declareFigure } from '#kit/server/home.ts'
import { register } from '#kit/server/points.ts'
import { startOfDay } from '#kit/shared/time.ts'
import { openCompany } from '../../tests/companies.ts'
import { openParties, type Parties } from '../../tests/parties.ts'

const READ = 'admin:system:org:info'

interface Found {
  type: string
  label: string
  records: { id: number; name: string; code: string; page: string }[]
}
interface Entry {
  key: string
  kind: string
  time: number
  who: string
  title: string
  text: string
  took: number
  noteId: number
  fields: { label: string; before: unknown; after: unknown }[]
}
interface Line {
  list: Entry[]
  next: number | null
}

let house: Parties
let app: TestApp
let token: string
let reader: Person
let stranger: Person
beforeAll(async () => {
  house = await openParties()
  ;({ app, token } = house)
  reader = await app.person({ permissions: [READ, 'admin:system:org:list'], dataScope: 1 })
  stranger = await app.person({ permissions: [] })
})
afterAll(() => house.close())

const search = (keywords: string, by = token) =>
  app.request<Found[]>('GET', '/admin/search', { token: by, query: { keywords } })
const line = (recordId: number, query: Record<string, string | number> = {}, by = token) =>
  app.request<Line>('GET', '/admin/record/line', {
    token: by,
    query: { recordType: 'company', recordId, ...query },
  })
const note = (recordId: number, content: string, more: object = {}, by = token) =>
  app.request('POST', '/admin/record/note/save', {
    token: by,
    body: { recordType: 'company', recordId, content, ...more },
  })

test('a record is found by a part of its name, first the one whose number was typed, with the way to its page', async () => {
  const ids = [
    await openCompany(app, token, { orgName: '榕城海鲜批发' }),
    await openCompany(app, token, { orgName: '榕城海鲜零售' }),
  ]
  const { data } = await search('海鲜 榕城')
  const companies = data.find((one) => one.type === 'company')
  expect(companies?.label).toBe('往来单位')
  expect(companies?.records.map((one) => one.id)).toEqual([...ids].reverse())
  expect(companies?.records[0]).toMatchObject({
    name: '榕城海鲜零售',
    page: `/company/infoCustomers/${ids[1]}/see`,
  })
  const code = companies?.records[1]?.code ?? ''
  expect(code).toMatch(/^KH\d{6}$/)
  const exact = (await search(code.toLowerCase())).data.find((one) => one.type === 'company')
  expect(exact?.records[0]?.id).toBe(ids[0])
})

test('of many records the latest are found, older ones where those do not hold the words, and the exact number first', async () => {
  await sql`insert into "store" ("storeCode", "name")
    select 'XZ' || n, case when n <= 3 then '白塔' else '乌塔' end || n || '号店' from generate_series(1, 320) n`.execute(
    app.db,
  )
  const codes = async (words: string) => {
    const stores = (await search(words)).data.find((one) => one.type === 'store')
    return stores?.records.map((one) => one.code)
  }
  expect(await codes('乌塔')).toEqual(['XZ320', 'XZ319', 'XZ318', 'XZ317', 'XZ316'])
  expect(await codes('白塔')).toEqual(['XZ3', 'XZ2', 'XZ1'])
  expect(await codes('20号 乌塔')).toEqual(['XZ320', 'XZ220', 'XZ120', 'XZ20'])
  expect(await codes('xz1')).toEqual(['XZ1', 'XZ199', 'XZ198', 'XZ197', 'XZ196'])
  expect(await codes('xz199')).toEqual(['XZ199'])
})

test('what a person may not read is neither found nor told of', async () => {
  const id = await openCompany(app, token, { orgName: '闽江水产' })
  expect((await search('闽江水产', stranger.token)).data).toEqual([])
  const types = (await search('闽江水产', reader.token)).data.map((one) => one.type)
  expect(types).toEqual(['company'])
  // Somebody whose scope is their own records.
  const own = await app.person({ permissions: [READ], dataScope: 5 })
  expect((await search('闽江水产', own.token)).data).toEqual([])
  for (const one of [stranger, own]) {
    expect((await line(id, {}, one.token)).code).toBe(404)
    expect((await note(id, '看得见吗', {}, one.token)).code).toBe(404)
  }
  const unknown = await app.request('GET', '/admin/record/line', {
    token,
    query: { recordType: 'nothing', recordId: 1 },
  })
  expect(unknown.code).toBe(404)
})

test('the time line tells changes, decisions and notes, the latest first, page by page without a gap', async () => {
  const id = await openCompany(app, token, { orgName: '三坊茶叶' })
  await note(id, '年底前回访')
  await app.request('POST', '/admin/system/org/update', { token, body: { id, remark: '老客户' } })
  const whole = (await line(id, { limit: 50 })).data
  expect(whole.next).toBeNull()
  expect(whole.list[0]).toMatchObject({ kind: 'log', fields: [{ label: '备注', after: '老客户' }] })
  expect(whole.list[1]).toMatchObject({ kind: 'note', text: '年底前回访' })
  const decisions = whole.list.filter((one) => one.kind === 'decision')
  expect(decisions.map((one) => one.title)).toEqual(['通过（自审）', '提交'])
  // The change of a decision is told with it, not again.
  expect(whole.list.filter((one) => one.kind === 'log' && /提交|审核/.test(one.title))).toEqual([])
  const seen: string[] = []
  for (let before: number | null = null, first = true; first || before !== null; first = false) {
    const page: Line = (await line(id, { limit: 10, ...(before === null ? {} : { before }) })).data
    seen.push(...page.list.map((one) => one.key).filter((key) => !seen.includes(key)))
    before = page.next
  }
  expect(seen).toEqual(whole.list.map((one) => one.key))
  const notes = (await line(id, { notesOnly: 1 })).data.list
  expect(notes.map((one) => one.text)).toEqual(['年底前回访'])
})

test('whoever is mentioned is told once; a note is taken back by its author only', async () => {
  const id = await openCompany(app, token, { orgName: '鼓楼食品' })
  const { data } = await note(id, '请核对开票抬头', { mentions: [reader.adminId] })
  const notices = await app.db
    .selectFrom('adminNotice')
    .select(['content', 'link'])
    .where('adminId', '=', reader.adminId)
    .where('mark', '=', 'recordMentioned')
    .execute()
  expect(notices).toEqual([
    { content: expect.stringContaining('鼓楼食品'), link: `/company/infoCustomers/${id}/see` },
  ])
  const remove = (by: string) =>
    app.request('POST', `/admin/record/note/delete/${data.id}`, { token: by, body: {} })
  expect((await remove(reader.token)).code).toBe(403)
  const seen = (await line(id, { notesOnly: 1 }, reader.token)).data.list
  expect(seen.map((one) => one.noteId)).toEqual([0])
  expect((await remove(token)).code).toBe(200)
  expect((await line(id, { notesOnly: 1 })).data.list).toEqual([])
  expect((await note(id, '')).message).toBe('请输入备注')
  const blind = await note(id, '请看', { mentions: [stranger.adminId] })
  expect(blind.code).toBe(422)
  expect(blind.message).toMatch(/无权查看该记录，不能提到$/)
})

test('the time line tells how long a decision was waited for, whatever page of it is asked', async () => {
  const id = await openCompany(app, token, { orgName: '长乐电子' })
  const start = Date.now() - 86_400_000
  const said = (action: string, minutes: number) => ({
    ...{ type: 'company', documentId: id, action, opinion: '', adminId: reader.adminId, adminName: '林审' },
    time: new Date(start + minutes * 60_000),
  })
  await app.db
    .deleteFrom('documentDecision')
    .where('documentId', '=', id)
    .where('type', '=', 'company')
    .execute()
  await app.db
    .insertInto('documentDecision')
    .values([said('submit', 0), said('reject', 125), said('submit', 200), said('pass', 201)])
    .execute()
  const whole = (await line(id, { limit: 50 })).data.list.filter((one) => one.kind === 'decision')
  expect(whole.map((one) => [one.title, one.took])).toEqual([
    ['通过', 60],
    ['提交', 0],
    ['驳回', 125 * 60],
    ['提交', 0],
  ])
  const older = (await line(id, { limit: 10, before: start + 126 * 60_000 })).data.list
  expect(older.map((one) => one.took)).toEqual([125 * 60, 0])
})

interface Card {
  key: string
  label: string
  to: string
  failed: boolean
}
interface Home {
  todos: (Card & { n: number; oldest: number | null })[]
  figures: (Card & { unit: string; days: number[] })[]
  watches: (Card & { n: number })[]
  steps: (Card & { hint: string; done: boolean })[]
}
const home = (by: string) => app.request<Home>('GET', '/admin/home/cards', { token: by })

test('the home page tells what waits for a person and what happened, and nothing of pages they may not open', async () => {
  const before = (await home(token)).data.figures.find((one) => one.key === 'newCompanies')?.days ?? []
  expect(before).toHaveLength(15)
  const id = await openCompany(app, token, { orgName: '晋安农贸' }, { approve: false })
  expect((await app.request('POST', `/admin/system/org/submit/${id}`, { token, body: {} })).code).toBe(200)
  const { data } = await home(token)
  expect(data.todos.find((one) => one.key === 'company.waiting')).toMatchObject({
    label: '待审核往来单位',
    n: expect.any(Number),
    oldest: expect.any(Number),
    failed: false,
  })
  expect(data.steps.find((one) => one.key === 'company')).toMatchObject({
    done: true,
    hint: '企业管理 / 客户关系',
  })
  const after = data.figures.find((one) => one.key === 'newCompanies')
  expect(after).toMatchObject({ label: '新增单位', unit: '家', to: '/company/relations' })
  expect(after?.days.at(-1)).toBe((before.at(-1) ?? 0) + 1)
  const seen = (await home(reader.token)).data
  expect([seen.todos, seen.figures.map((one) => one.key)]).toEqual([[], ['newCompanies']])
  const none = (await home(stranger.token)).data
  expect([none.todos, none.figures, none.watches]).toEqual([[], [], []])
})

test('a figure tells on which of the last fifteen days something was made, from midnight to midnight', async () => {
  const days = async () =>
    (await home(token)).data.figures.find((one) => one.key === 'newCompanies')?.days ?? []
  const madeAt = async (orgName: string, time: Date) => {
    const id = await openCompany(app, token, { orgName })
    await sql`update "company" set "createTime" = ${time} where "id" = ${id}`.execute(app.db)
  }
  await openCompany(app, token, { orgName: '马尾水产' })
  const before = await days()
  const first = startOfDay(new Date(), -14)
  await madeAt('连江鱼行', new Date(first.getTime() - 1))
  await madeAt('罗源菇业', first)
  await madeAt('永泰李果', new Date(startOfDay(new Date(), -2).getTime() - 1))
  // The figures are read anew when somebody changes a company.
  await openCompany(app, token, { orgName: '闽清瓷业' })
  const added = (await days()).map((n, at) => n - (before[at] ?? 0))
  expect(added).toEqual([1, ...Array(10).fill(0), 1, 0, 0, 1])
})

test('who handed a document in is told that it came back, and nobody else', async () => {
  const id = await openCompany(app, token, { orgName: '长乐水产' }, { approve: false })
  expect((await app.request('POST', `/admin/system/org/submit/${id}`, { token, body: {} })).code).toBe(200)
  const body = { id, auditStatus: 2, opinion: '缺少营业执照' }
  const { code, message } = await app.request('POST', `/admin/system/org/examine/${id}`, { token, body })
  expect([code, message]).toEqual([200, expect.any(String)])
  const card = (data: Home) => data.watches.find((one) => one.key === 'company.returned')
  expect(card((await home(token)).data)).toMatchObject({
    label: '我提交后被驳回的往来单位',
    n: 1,
    to: '/company/relations?auditStatus=2',
  })
  expect(card((await home(reader.token)).data)).toBeUndefined()
})

test('what staff were told about a record stands on its line, once for all who were told; a note carries files', async () => {
  const id = await openCompany(app, token, { orgName: '连江海带' })
  const link = `/company/infoCustomers/${id}/see`
  const notice = { mark: 'anything', type: '资质到期', content: '连江海带的资质将到期' }
  const others = [
    { ...notice, link: `/company/infoCustomers/${id}0/see` },
    { ...notice, link: `${link}?mark=1`, mark: 'recordMentioned' },
  ]
  await app.db
    .insertInto('adminNotice')
    .values([
      { ...notice, link, adminId: reader.adminId },
      { ...notice, link, adminId: stranger.adminId },
      ...others.map((one) => ({ ...one, adminId: reader.adminId })),
    ])
    .execute()
  const messagesFor = async (by: string) =>
    (await line(id, {}, by)).data.list.filter((one) => one.kind === 'message')
  const messages = await messagesFor(token)
  expect(messages).toMatchObject([{ who: '系统', text: '' }])
  // What it said is read by those it was said to.
  expect(await messagesFor(reader.token)).toMatchObject([{ text: '连江海带的资质将到期' }])
  expect(messages[0]?.title).toMatch(/^资质到期，已通知\S+、\S+$/)
  const files = [{ name: '营业执照.pdf', url: '/uploads/a/licence.pdf' }]
  expect((await note(id, '见附件', { files })).code).toBe(200)
  expect((await line(id, { notesOnly: 1 })).data.list).toMatchObject([{ text: '见附件', files }])
})

test('the page of a record is told to who may open it', async () => {
  const id = await openCompany(app, token, { orgName: '闽侯橄榄' })
  const page = (recordType: string, by: string) =>
    app.request('GET', '/admin/record/page', { token: by, query: { recordType, recordId: id } })
  expect((await page('company', token)).data).toEqual({ page: `/company/infoCustomers/${id}/see` })
  expect((await page('company', stranger.token)).data).toEqual({ page: '' })
  expect((await page('nothing', token)).data).toEqual({ page: '' })
})

test('a list asked for some rows alone answers those, and only those the person may see', async () => {
  const ids = [
    await openCompany(app, token, { orgName: '只此一家' }),
    await openCompany(app, token, { orgName: '别家' }),
  ]
  const list = (rowIds: string, by = token) =>
    app.request<{ total: number; list: { id: number }[] }>('GET', '/admin/system/org/list', {
      token: by,
      query: { rowIds },
    })
  expect((await list(`${ids[0]},999999`)).data).toMatchObject({ total: 1, list: [{ id: ids[0] }] })
  const own = await app.person({ permissions: ['admin:system:org:list'], dataScope: 5 })
  expect((await list(ids.join(','), own.token)).data.total).toBe(0)
  expect((await list('一')).code).toBe(422)
})

test('a card that cannot be read says so, keeps the reason in the error log, and leaves the others', async () => {
  const broken = declareFigure('broken', {
    label: '读不出的',
    unit: '个',
    to: '/dashboard',
    perDay: () => Promise.reject(new Error('nothing there')),
  })
  register(app.db, [broken], { anew: true })
  const { code, data } = await home(token)
  expect(code).toBe(200)
  expect(data.figures.find((one) => one.key === 'broken')).toMatchObject({ failed: true, days: [] })
  expect(data.figures.find((one) => one.key === 'newCompanies')?.failed).toBe(false)
  const logged = await app.db
    .selectFrom('errorLog')
    .select('message')
    .where('path', '=', '/admin/home/cards')
    .execute()
  expect(logged).toEqual([{ message: 'nothing there' }])
})
