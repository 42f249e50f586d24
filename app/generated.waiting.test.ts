// Cases made from the declarations: whatever somebody decides is counted for whoever may decide it, and whoever handed it
// in hears the result. Frame §5, §7.
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { whoOf } from '#kit/server/dispatch.ts'
import { type DocumentType, examineDocument } from '#kit/server/document.ts'
import { lockRow } from '#kit/server/rows.ts'
import { asSystem, inTransaction, touch } from '#kit/server/transaction.ts'
import { OWN_DOCUMENT } from '#kit/shared/errors.ts'
import { trust } from '#kit/shared/loose.ts'
import { type MenuNode, menusOf } from '#kit/shared/room.ts'
import { insertBare } from '../tests/bareRows.ts'
import { app, named, openEveryCall } from '../tests/everyCall.ts'
import { rooms } from './domains.ts'
import type { Person } from './testing.ts'

openEveryCall()

const ID = 8_300_001
const OWN = 6

const served = rooms.flatMap((room) => room.served)
const types = [...new Map(served.flatMap(({ decides }) => (decides ? [[decides.entity.name, decides]] : [])))]
const flat = (nodes: readonly MenuNode[]): MenuNode[] =>
  nodes.flatMap((node) => [node, ...flat(node.children ?? [])])
const pages = rooms.flatMap((room) => flat(menusOf(room.facts)))

const mayDecide = (type: DocumentType): string => type.states.actions.pass.permission

/** What a person sees of a type. */
async function countFor(person: Person, type: DocumentType): Promise<number> {
  const { code, data } = await app.request<{ type: string; count: number }[]>(
    'GET',
    '/admin/document/waiting',
    {
      token: person.token,
    },
  )
  expect(code).toBe(200)
  return data.find((one) => one.type === type.entity.name)?.count ?? 0
}

async function noticesOf({ token }: Person) {
  const { data } = await app.request('GET', '/admin/notice/my/list', { token, query: { limit: 100 } })
  return data.list.map(({ type, content, link }) => ({ type, content, link }))
}

describe('every call that decides a document is marked as one', () => {
  const deciding = served.filter(
    ({ call: { change, shape } }) =>
      change && 'opinion' in shape && shape.auditStatus?.readOnly === undefined && 'auditStatus' in shape,
  )
  test.each(named(deciding.map(({ call }) => call)))('%s', (_name, call) => {
    const type = served.find((one) => one.call === call)?.decides
    expect(type).toBeDefined()
    expect(type && mayDecide(type)).toBe(call.permission)
  })
})

test('there are some', () => expect(types.length).toBeGreaterThan(10))

describe.each(types)('%s', (name, type) => {
  const index = types.findIndex(([one]) => one === name)
  const id = ID + index
  let maker: Person
  let submitter: Person
  let examiner: Person

  const set = (column: string, value: number) =>
    // The way of every change: who counts hears of it by the table.
    asSystem(app.db, async (tx) => {
      await sql`update ${sql.table(name)} set ${sql.ref(column)} = ${value} where "id" = ${id}`.execute(tx)
      touch(tx, name)
    })

  beforeAll(async () => {
    maker = await app.person({ permissions: [mayDecide(type)] })
    submitter = await app.person({ permissions: [mayDecide(type)] })
    examiner = await app.person({ permissions: [mayDecide(type)] })
    // What documents belong to.
    for (const of of rooms.flatMap((room) => room.facts.entities))
      if ((of.name === 'company' || of.name === 'product') && of.name !== name)
        await insertBare(app.db, of, id, { auditStatus: sql`1` })
    await insertBare(app.db, type.entity, id, {
      auditStatus: sql`0`,
      createBy: sql`${maker.adminId}`,
      submitBy: sql`${submitter.adminId}`,
    })
  })

  test('its list stands in the menu, and its pages are some of the product', () => {
    const path = type.list.split('?')[0]
    expect(pages.filter((page) => page.path === path && page.hidden !== true)).toHaveLength(1)
    for (const place of [type.page, type.process?.form ?? type.page]) {
      const fits = pages.some(({ path: pattern = '' }) =>
        new RegExp(`^${pattern.replace(/\/:\w+\?/g, '(?:/[^/]+)?').replace(/:\w+/g, '[^/]+')}$`).test(
          place.replace('{id}', String(id)),
        ),
      )
      expect(fits, place).toBe(true)
    }
  })

  test('it waits for who may decide it, within their scope, and for nobody else', async () => {
    expect(await countFor(examiner, type)).toBe(1)
    expect(await countFor(maker, type)).toBe(0)
    expect(await countFor(submitter, type)).toBe(0)
    expect(await countFor(await app.person({ permissions: ['admin:unit:list'] }), type)).toBe(0)
    const narrow = await app.person({ permissions: [mayDecide(type)], dataScope: OWN })
    expect(await countFor(narrow, type)).toBe(type.entity.facts.scope === undefined ? 1 : 0)
  })

  test('what is not handed in, under a process, decided, deleted or put aside waits for nobody', async () => {
    for (const status of [-1, 1, 2, 3]) {
      await set('auditStatus', status)
      expect(await countFor(examiner, type)).toBe(0)
    }
    await set('auditStatus', 0)
    for (const flag of ['isDel', ...(type.aside === undefined ? [] : [type.aside])]) {
      await set(flag, 1)
      expect(await countFor(examiner, type)).toBe(0)
      await set(flag, 0)
    }
    expect(await countFor(examiner, type)).toBe(1)
  })

  test('an index finds those that wait', async () => {
    const { rows } = await sql<{ text: string }>`select indexdef as "text" from pg_indexes
      where tablename = ${name}`.execute(app.db)
    const leads = /USING btree \("auditStatus"/
    const narrows = /WHERE .*"auditStatus" = (?:0|ANY \(+ARRAY\[0,)/
    expect(rows.map(({ text }) => text).filter((text) => leads.test(text) || narrows.test(text))).not.toEqual(
      [],
    )
  })

  test('neither who made it nor who handed it in decides it', async () => {
    for (const own of [maker, submitter]) {
      const decided = inTransaction(app.db, await whoOf(app.db, own.token), async (tx) => {
        const row = await lockRow(tx, type.entity, id)
        await examineDocument(tx, type, trust(row), { auditStatus: 1, opinion: '' })
      })
      await expect(decided).rejects.toMatchObject({ code: 422, message: OWN_DOCUMENT })
    }
    expect(await countFor(examiner, type)).toBe(1)
  })

  test('its submitter hears the result with opinion and page; who decides their own hears nothing', async () => {
    const who = await whoOf(app.db, examiner.token)
    await inTransaction(app.db, who, async (tx) => {
      const row = await lockRow(tx, type.entity, id)
      await examineDocument(tx, type, trust(row), { auditStatus: 2, opinion: '资料不全' })
    })
    const [heard, ...more] = await noticesOf(submitter)
    expect(more).toEqual([])
    expect(heard).toMatchObject({ type: '审核结果', link: type.page.replace('{id}', String(id)) })
    expect(heard?.content).toContain(type.entity.label)
    expect(heard?.content).toMatch(/审核驳回：资料不全$/)
    expect(await noticesOf(examiner)).toEqual([])
    expect(await countFor(examiner, type)).toBe(0)
  })
})

test('own documents count for holders of everything only while they may decide them', async () => {
  const [, type] = types[0] ?? []
  if (type === undefined) throw new Error('no document')
  const token = await app.admin()
  const read = () =>
    app.request<{ id: number; decidesOwn: 0 | 1 }>('GET', '/admin/getAdminInfoByToken', {
      token,
      query: { token },
    })
  const me = await read()
  const admin: Person = { token, adminId: me.data.id, account: 'admin', roleId: 0 }
  await insertBare(app.db, type.entity, ID + 900, {
    auditStatus: sql`0`,
    createBy: sql`${admin.adminId}`,
    submitBy: sql`${admin.adminId}`,
  })
  expect(await countFor(admin, type)).toBe(1)
  expect(me.data.decidesOwn).toBe(1)
  const forbid = (value: string) =>
    app.request('POST', '/admin/system/config/saveuniq', {
      token,
      body: { key: 'forbid_own_examine', value },
    })
  expect((await forbid('1')).code).toBe(200)
  expect(await countFor(admin, type)).toBe(0)
  // Nor do their screens offer it.
  expect((await read()).data.decidesOwn).toBe(0)
  expect((await forbid('0')).code).toBe(200)
  expect(await countFor(admin, type)).toBe(1)
})
