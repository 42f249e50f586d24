import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { definitionById, newestEnabled } from './compiled.server.ts'
import { named, oneTask } from './drawing.ts'

const P = '/admin/workflow/definition'

interface Problem {
  code: string
  level: string
  ids: string[]
  message: string
}
interface Deployed {
  id: number
  name: string
  revision: number
  same: boolean
  problems: Problem[]
}
interface Draft {
  version: number
  from: string
  json: string
  same: boolean
  revision: number
  displayName: string
  category: string
  problems: Problem[]
}
interface Refusal {
  reason: string
  problems: Problem[]
}

let app: TestApp
let token: string

beforeAll(async () => {
  app = await testApp()
  token = await app.admin()
})
afterAll(() => app.close())

const get = <T>(path: string, query: Record<string, string | number> = {}) =>
  app.request<T>('GET', `${P}/${path}`, { token, query })
const post = <T>(path: string, body: unknown = {}) => app.request<T>('POST', `${P}/${path}`, { token, body })
const deploy = (text: string, more: Record<string, unknown> = {}) =>
  post<Deployed>('deploy', { text, ...more })
const codes = (problems: readonly Problem[]) => problems.map((one) => one.code)

/** An instance as the engine would leave it, for what only counts them. */
const instanceOf = (id: number, definitionId: number, name: string, state = 'running') =>
  sql`insert into "processInstance" ("id", "rootId", "definitionId", "processName", "number", "starterId", "state")
    values (${id}, ${id}, ${definitionId}, ${name}, ${`LC${id}`}, 1, ${state})`.execute(app.db)

test('the first deployment is version 1, each further one counts on, also of the same content', async () => {
  const text = JSON.stringify(oneTask('leave', 'applicant'))
  const first = await deploy(text, { category: '人事', note: '第一版' })
  expect(first.data).toMatchObject({ name: 'leave', revision: 1, same: false, problems: [] })
  const second = await deploy(text)
  expect(second.data).toMatchObject({ revision: 2, same: true })
  const list = await get<{ list: Record<string, unknown>[] }>('list', { keywords: 'leave' })
  expect(list.data.list).toEqual([
    expect.objectContaining({
      name: 'leave',
      displayName: '流程leave',
      category: '人事',
      revision: 2,
      enabled: 1,
      running: 0,
      hasDraft: 0,
      boundTypes: [],
    }),
  ])
  const versions = await get<Record<string, unknown>[]>('versions', { name: 'leave' })
  expect(versions.data).toEqual([
    expect.objectContaining({ revision: 2, category: '人事', note: '', total: 0 }),
    expect.objectContaining({
      revision: 1,
      category: '人事',
      note: '第一版',
      createByName: expect.any(String),
    }),
  ])
  expect((await get('categories')).data).toContainEqual({ category: '人事', count: 1 })
})

test('parallel deployments of one name become versions one after the other', async () => {
  const text = JSON.stringify(oneTask('parallel', 'applicant'))
  const answers = await Promise.all(Array.from({ length: 6 }, () => deploy(text)))
  expect(answers.map((one) => one.code)).toEqual([200, 200, 200, 200, 200, 200])
  expect(answers.map((one) => one.data.revision).sort()).toEqual([1, 2, 3, 4, 5, 6])
})

test('what is wrong is refused with all problems, and nothing is kept', async () => {
  const broken = named('broken', 'start > a >[amount >] auto > end; lost > end', {
    a: { assignee: 'applicant', assignmentHandler: 'com.acme.Rule' },
    auto: { clazz: 'nowhere' },
  })
  const answer = await app.request<Refusal>('POST', `${P}/deploy`, {
    token,
    body: { text: JSON.stringify(broken) },
  })
  expect([answer.code, answer.message, answer.data.reason]).toEqual([
    422,
    '流程定义校验未通过',
    'INVALID_MODEL',
  ])
  expect(codes(answer.data.problems)).toEqual(
    expect.arrayContaining(['HANDLER_MISSING', 'UNREACHABLE', 'BAD_EXPR']),
  )
  expect(answer.data.problems.find((one) => one.code === 'UNREACHABLE')).toMatchObject({
    level: 'error',
    ids: ['lost'],
  })
  expect((await get<{ list: unknown[] }>('list', { keywords: 'broken' })).data.list).toEqual([])
  const checked = await post<{ problems: Problem[] }>('validate', { text: JSON.stringify(broken) })
  expect(codes(checked.data.problems)).toEqual(codes(answer.data.problems))
  const neither = await post<{ problems: Problem[] }>('validate', { text: 'neither' })
  expect(codes(neither.data.problems)[0]).toBe('IMPORT_FAILED')
})

test('built-in handlers are known; a task without participants may not be deployed', async () => {
  const known = await deploy(JSON.stringify(oneTask('known', '', { assignmentHandler: 'starterDeptLeader' })))
  expect(known.code).toBe(200)
  const nobody = await app.request<Refusal>('POST', `${P}/deploy`, {
    token,
    body: { text: JSON.stringify(oneTask('nobody', '')) },
  })
  expect(codes(nobody.data.problems)).toEqual(['NO_ASSIGNEE'])
  const passed = await deploy(
    JSON.stringify(oneTask('passed', '', { field: { emptyActorPolicy: 'autoPass' } })),
  )
  expect([passed.code, codes(passed.data.problems)]).toEqual([200, ['NO_ASSIGNEE']])
})

const calling = (name: string, called: string) =>
  named(name, 'start > call > end', { call: { form: called } })

test('a called process must be deployed and enabled, and nobody may call themself in a circle', async () => {
  const missing = await app.request<Refusal>('POST', `${P}/deploy`, {
    token,
    body: { text: JSON.stringify(calling('outer', 'inner')) },
  })
  expect(codes(missing.data.problems)).toEqual(['SUB_NOT_FOUND'])
  const inner = await deploy(JSON.stringify(oneTask('inner', 'applicant')))
  expect((await deploy(JSON.stringify(calling('outer', 'inner')))).code).toBe(200)
  const circle = await app.request<Refusal>('POST', `${P}/deploy`, {
    token,
    body: { text: JSON.stringify(calling('inner', 'outer')) },
  })
  expect(codes(circle.data.problems)).toEqual(['SUB_CYCLE'])
  await post(`update/status/${inner.data.id}`, { status: 0 })
  const stopped = await app.request<Refusal>('POST', `${P}/deploy`, {
    token,
    body: { text: JSON.stringify(calling('outer', 'inner')) },
  })
  expect(codes(stopped.data.problems)).toEqual(['SUB_NOT_FOUND'])
})

test('a draft is kept even when it is wrong; of two who read it, the second to save is refused', async () => {
  const saved = await post<{ id: number; version: number; problems: Problem[] }>('draft/save', {
    name: 'drafted',
    json: '{ "nodes": [',
    isNew: 1,
  })
  expect(saved.code).toBe(200)
  expect(codes(saved.data.problems)[0]).toBe('IMPORT_FAILED')
  const again = await post('draft/save', { name: 'drafted', json: '{}', isNew: 1 })
  expect([again.code, again.message]).toEqual([422, '流程编码已存在'])
  const read = await get<Draft>('draft', { name: 'drafted' })
  expect(read.data).toMatchObject({ from: 'draft', json: '{ "nodes": [', revision: 0, same: false })
  const text = JSON.stringify(oneTask('drafted', 'applicant'))
  const mine = { name: 'drafted', json: text, version: read.data.version }
  const better = await post<{ version: number; problems: Problem[] }>('draft/save', mine)
  expect([better.code, better.data.problems]).toEqual([200, []])
  expect((await post('draft/save', mine)).code).toBe(409)
  const other = await post('draft/save', { name: 'other', json: text })
  expect([other.code, other.message]).toEqual([422, '流程编码「drafted」与草稿「other」不一致'])
})

test('a draft is deployed, is gone then, and says so when it equals the newest version', async () => {
  const text = JSON.stringify(oneTask('cycle', 'applicant'))
  await post('draft/save', { name: 'cycle', json: text, category: '行政' })
  const first = await post<Deployed>('deploy', { name: 'cycle' })
  expect(first.data).toMatchObject({ revision: 1, same: false })
  const after = await get<Draft>('draft', { name: 'cycle' })
  expect(after.data).toMatchObject({ from: 'deployed', same: true, revision: 1, category: '行政' })
  expect((await post('deploy', { name: 'cycle' })).message).toBe('该流程没有草稿')
  const saved = await post<{ same: boolean }>('draft/save', { name: 'cycle', json: after.data.json })
  expect(saved.data.same).toBe(true)
  const changed = { ...oneTask('cycle', 'applicant'), displayName: '新名称' }
  const other = await post<{ same: boolean }>('draft/save', { name: 'cycle', json: JSON.stringify(changed) })
  expect(other.data.same).toBe(false)
  expect((await get<Draft>('draft', { name: 'cycle' })).data).toMatchObject({
    from: 'draft',
    displayName: '新名称',
    category: '行政',
  })
  const dropped = await post('draft/delete', { name: 'cycle' })
  expect(dropped.code).toBe(200)
  expect((await get<Draft>('draft', { name: 'cycle' })).data.from).toBe('deployed')
  await post('draft/save', { name: 'never', json: '{}' })
  await post('draft/delete', { name: 'never' })
  expect((await get('draft', { name: 'never' })).code).toBe(404)
})

test('json and xml say the same: exported, imported, deployed', async () => {
  const process = oneTask('both', 'applicant', { field: { ccUsers: '1' } })
  const made = await deploy(JSON.stringify(process))
  const info = await get<{ json: string; xml: string; checksum: string }>(`info/${made.data.id}`)
  expect(JSON.parse(info.data.json)).toMatchObject({ name: 'both', displayName: '流程both' })
  const fromXml = await deploy(info.data.xml)
  expect(fromXml.data).toMatchObject({ revision: 2, same: true })
  const file = await app.request('GET', `${P}/export/${made.data.id}`, { token, query: { format: 'xml' } })
  expect(file.bytes.toString()).toBe(info.data.xml)
  expect(String(file.headers['content-disposition'])).toContain('both-v1.xml')
  const imported = await post<{ name: string; version: number; problems: Problem[] }>('import', {
    text: info.data.xml.replace('name="both"', 'name="both2"'),
  })
  expect(imported.data).toMatchObject({ name: 'both2', problems: [] })
  const again = await app.request<{ reason: string; version: number }>('POST', `${P}/import`, {
    token,
    body: { text: info.data.xml.replace('name="both"', 'name="both2"') },
  })
  expect([again.code, again.data.reason]).toEqual([409, 'DRAFT_EXISTS'])
  const over = await post('import', {
    text: info.data.xml.replace('name="both"', 'name="both2"'),
    version: again.data.version,
  })
  expect(over.code).toBe(200)
  const none = await app.request<Refusal>('POST', `${P}/import`, { token, body: { text: '<start/>' } })
  expect([none.code, none.data.reason]).toEqual([422, none.data.problems[0]?.code])
  expect(none.data.reason).not.toBe('IMPORT_FAILED')
  const failed = async (text: string) => {
    const { code, message, data } = await app.request<Refusal>('POST', `${P}/import`, {
      token,
      body: { text },
    })
    return { code, message, reason: data.reason }
  }
  const NEITHER = '导入失败：内容既不是有效的 JSON 也不是有效的 XML'
  expect(await failed('{"name": }')).toEqual({
    code: 422,
    message: `${NEITHER}。JSON 格式错误：第 1 行第 10 列：意外的字符「}」`,
    reason: 'IMPORT_FAILED',
  })
  expect((await failed('<process name="a">')).message).toMatch(/XML。XML 格式错误：第 1 行第 \d+ 列：/)
  expect(await failed('<!DOCTYPE process []><process/>')).toMatchObject({ reason: 'XML_FORBIDDEN' })
  expect(await failed(JSON.stringify({ nodes: [], edges: [] }))).toMatchObject({ reason: 'NAME' })
})

test('a definition may be larger than other requests, up to 5 MB', async () => {
  const noted = (bytes: number) => JSON.stringify(oneTask('large', 'applicant', { note: 'x'.repeat(bytes) }))
  const made = await deploy(noted(3_000_000))
  expect(made.code, made.message).toBe(200)
  expect((await deploy(noted(5_300_000))).code).toBe(422)
})

test('labels of any signs survive deployment', async () => {
  const text = JSON.stringify({ ...oneTask('signs', 'applicant'), displayName: 'a\u0000b\ud800' })
  const made = await deploy(text)
  expect(made.code).toBe(200)
  const info = await get<{ json: string }>(`info/${made.data.id}`)
  expect(JSON.parse(info.data.json).displayName).toBe('a\u0000b\ud800')
})

test('an old version becomes the draft again, a process is copied under another name', async () => {
  await deploy(JSON.stringify(oneTask('old', 'applicant')))
  const [first] = (await get<{ id: number }[]>('versions', { name: 'old' })).data
  await deploy(JSON.stringify({ ...oneTask('old', 'applicant'), displayName: '第二版' }))
  expect((await post(`draft/restore/${first?.id}`)).code).toBe(200)
  const draft = await get<Draft>('draft', { name: 'old' })
  expect(draft.data).toMatchObject({ from: 'draft', same: false, displayName: '流程old' })
  const copy = await post('copy', { name: 'old', to: 'young', displayName: '副本' })
  expect(copy.code).toBe(200)
  expect(JSON.parse((await get<Draft>('draft', { name: 'young' })).data.json)).toMatchObject({
    name: 'young',
    displayName: '副本',
  })
  const taken = await post('copy', { name: 'old', to: 'young', displayName: '副本' })
  expect([taken.code, taken.message]).toEqual([422, '流程编码已存在'])
})

test('only versions without instances are deleted; the last one takes the name along', async () => {
  const first = await deploy(JSON.stringify(oneTask('gone', 'applicant')))
  const second = await deploy(JSON.stringify(oneTask('gone', 'applicant')))
  await instanceOf(900_001, first.data.id, 'gone')
  await instanceOf(900_002, first.data.id, 'gone', 'approved')
  const row = (await get<{ list: Record<string, unknown>[] }>('list', { keywords: 'gone' })).data.list[0]
  expect(row).toMatchObject({ running: 1 })
  expect((await get<unknown[]>('versions', { name: 'gone' })).data[1]).toMatchObject({ running: 1, total: 2 })
  const used = await post(`delete/${first.data.id}`)
  expect([used.code, used.message]).toEqual([409, '该版本已有流程实例，不能删除，可以停用'])
  expect((await post(`delete/${second.data.id}`)).code).toBe(200)
  expect((await post(`delete/${second.data.id}`)).code).toBe(404)
  await sql`delete from "processInstance" where "processName" = 'gone'`.execute(app.db)
  expect((await post(`delete/${first.data.id}`)).code).toBe(200)
  expect((await get<{ list: unknown[] }>('list', { keywords: 'gone' })).data.list).toEqual([])
})

test('the newest enabled version is taken, or the one that is named', async () => {
  const first = await deploy(JSON.stringify(oneTask('chosen', 'applicant')))
  const second = await deploy(JSON.stringify(oneTask('chosen', 'applicant')))
  expect((await newestEnabled(app.db, 'chosen')).definitionId).toBe(second.data.id)
  expect((await newestEnabled(app.db, 'chosen', 1)).definitionId).toBe(first.data.id)
  await post(`update/status/${second.data.id}`, { status: 0 })
  expect((await newestEnabled(app.db, 'chosen')).revision).toBe(1)
  const refused = (name: string, revision?: number) =>
    newestEnabled(app.db, name, revision).catch((error: unknown) => error)
  expect(await refused('chosen', 2)).toMatchObject({ code: 409, message: '流程已停用' })
  await post(`update/status/${first.data.id}`, { status: 0 })
  expect(await refused('chosen')).toMatchObject({ code: 409, data: { reason: 'PROCESS_DISABLED' } })
  expect(await refused('chosen', 3)).toMatchObject({ code: 404, data: { reason: 'PROCESS_NOT_FOUND' } })
  expect(await refused('nowhere')).toMatchObject({ code: 404, message: '流程未部署' })
  expect(await definitionById(app.db, first.data.id)).toBe(await definitionById(app.db, first.data.id))
})

test('what may be chosen: handlers by kind, business types with their fields, pages, processes', async () => {
  await deploy(JSON.stringify(oneTask('listed', 'applicant')))
  const { data } = await get<{
    handlers: { kind: string; name: string; label: string }[]
    types: { type: string; label: string; fields: { name: string }[] }[]
    pages: { path: string; label: string }[]
    processes: { name: string }[]
  }>('choices')
  expect(data.handlers).toContainEqual(
    expect.objectContaining({ kind: 'assignment', name: 'starterDeptLeader', label: '发起人部门负责人' }),
  )
  expect(data.types).toContainEqual(
    expect.objectContaining({ type: 'product', label: '商品', form: '/store/product/info/{id}' }),
  )
  expect(data.pages).toContainEqual(expect.objectContaining({ path: '/store/index' }))
  expect(data.processes).toContainEqual({ name: 'listed', displayName: '流程listed', revision: 1 })
  const person = await app.person()
  const all = await app.request<{ value: string }[]>('GET', `${P}/all`, { token: person.token })
  expect(all.data).toContainEqual({ value: 'listed', label: '流程listed', category: '', enabled: true })
})

test('each change stands in the operation log', async () => {
  const made = await deploy(JSON.stringify(oneTask('logged', 'applicant')))
  await post(`update/status/${made.data.id}`, { status: 0 })
  const rows = await sql<{ title: string; bizTitle: string }>`
    select "title", "bizTitle" from "operLog" where "bizTitle" like 'logged%' order by "id"`.execute(app.db)
  expect(rows.rows).toEqual([
    { title: '部署流程定义', bizTitle: 'logged v1' },
    { title: '启停流程版本', bizTitle: 'logged v1' },
  ])
})
