// Cases made from the declarations: a field that needs a permission shows its value nowhere to who lacks it — lists,
// records, their logs, the operation log, exports, the queue to SAP, what a process carries. Decision 0048.
import { type RawBuilder, sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { knownEntity } from '#kit/server/dbErrors.ts'
import { whoOf } from '#kit/server/dispatch.ts'
import type { ExportDefinition, TaskDefinition } from '#kit/server/fileTask.ts'
import { hideRecord } from '#kit/server/hidden.ts'
import type { Call } from '#kit/shared/call.ts'
import type { Entity } from '#kit/shared/entity.ts'
import type { Field, Shape } from '#kit/shared/field.ts'
import { insertBare } from '../tests/bareRows.ts'
import { app, ask, calls, codes, named, openEveryCall } from '../tests/everyCall.ts'
import { rooms } from './domains.ts'
import type { Person } from './testing.ts'

openEveryCall()

const ID = 8_200_001

/** A field that not everybody sees: the value it has in the tests, and how that reads on the wire. */
interface Guarded {
  of: Entity
  /** of a line: the field that holds the lines */
  inside: string | null
  name: string
  field: Field
  stored: number | string
  texts: string[]
}

let n = 0
function guardedOf(of: Entity, shape: Shape, inside: string | null = null): Guarded[] {
  return Object.entries(shape).flatMap(([name, field]): Guarded[] => {
    if (field.shape !== undefined && inside === null) return guardedOf(of, field.shape, name)
    if (field.permission === undefined && field.masked === undefined) return []
    n += 1
    if (field.type === 'text') {
      const text = `1395557${4321 + n * 3}`
      return [{ of, inside, name, field, stored: text, texts: [text] }]
    }
    if (field.type === 'date') {
      // As nothing else is dated.
      const day = `${1800 + n}-05-17`
      return [{ of, inside, name, field, stored: day, texts: [day] }]
    }
    const number = 41_000_003 + n * 10
    const texts = [String(number), (number / 100).toFixed(2)]
    return [{ of, inside, name, field, stored: number, texts }]
  })
}

const entities = rooms.flatMap((room) => room.facts.entities)
const guarded = entities.flatMap((of) => guardedOf(of, of.all))
const owners = [...new Set(guarded.map((one) => one.of))]
const rightsOf = ({ field }: Guarded): string => field.permission ?? field.masked?.permission ?? ''
const rights = new Set(guarded.map(rightsOf))
const ofEntity = (of: Entity): Guarded[] => guarded.filter((one) => one.of === of)

/** The texts in an answer that no one without the rights may read. */
const leaked = (body: string): string[] =>
  guarded.flatMap(({ of, name, texts }) =>
    texts.filter((text) => body.includes(text)).map((text) => `${of.name}.${name}=${text}`),
  )

function lineOf(of: Entity, inside: string): Record<string, unknown> {
  const line: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(of.all[inside]?.shape ?? {})) line[name] = field.initial ?? null
  for (const one of ofEntity(of)) if (one.inside === inside) line[one.name] = one.stored
  return line
}

/** The guarded values of an entity as a record holds them. */
function valuesOf(of: Entity): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const { inside, name, stored } of ofEntity(of)) {
    if (inside === null) values[name] = stored
    else values[inside] = [lineOf(of, inside)]
  }
  return values
}

/** What a row must hold besides, by the checks of its table: nothing is worth something. */
const BESIDES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  stock: { onHand: 1, inTransit: 1 },
}

const asColumn = (value: unknown): RawBuilder<unknown> =>
  Array.isArray(value) ? sql`${JSON.stringify(value)}::jsonb` : sql`${value}`

let without: Person
let withAll: Person
const logIds = new Map<string, number>()

beforeAll(async () => {
  without = await app.person({ permissions: codes.filter((code) => !rights.has(code)) })
  withAll = await app.person({ permissions: [...new Set([...codes, ...rights])] })
  for (const of of owners) {
    const values = valuesOf(of)
    await insertBare(
      app.db,
      of,
      ID,
      Object.fromEntries(
        Object.entries({ ...BESIDES[of.name], ...values }).map(([name, value]) => [name, asColumn(value)]),
      ),
    )
    const fields = Object.entries(values).map(([field, after]) => ({
      field,
      label: field,
      before: null,
      after,
    }))
    const save = calls.find(
      (call) => call.change && Object.keys(values).every((name) => call.shape[name] === of.shape[name]),
    )
    const { rows } = await sql<{ id: number }>`insert into "operLog"
      ("title", "businessType", "adminId", "adminName", "bizType", "bizId", "bizTitle", "ip", "requestId", "method",
        "path", "params", "changes", "status", "ms")
      values ('改', 2, null, '', ${of.name}, ${ID}, '', '', '', ${save?.method ?? ''}, ${save?.path ?? ''},
        ${JSON.stringify(save === undefined ? {} : values)}::jsonb,
        ${JSON.stringify([{ type: of.name, id: ID, title: '', fields }])}::jsonb, 1, 0)
      returning "id"`.execute(app.db)
    logIds.set(of.name, rows[0]?.id ?? 0)
    await sql`insert into "sapOutbox" ("bizType", "bizId", "bizSn", "seqNo", "action", "payload", "nextTime")
      values (${of.name}, ${ID}, ${of.name}, 1, 'create',
        ${JSON.stringify({ head: values, items: [values] })}::jsonb, now())`.execute(app.db)
  }
})

test('there are some', () => expect(guarded.length).toBeGreaterThan(20))

describe('no read shows them', () => {
  const reads = calls.filter(
    (call) =>
      !call.change && call.method === 'GET' && call.permission !== 'public' && call.path !== '/admin/logout',
  )

  test.each(named(reads))('%s', async (_name, call: Call) => {
    const input: Record<string, unknown> = {}
    for (const [name, field] of Object.entries(call.shape)) {
      if (name === 'limit') input.limit = 100
      else if (name === 'ids') input.ids = String(ID)
      else if (field.required && !call.path.includes(`:${name}`)) input[name] = String(ID)
    }
    const { body } = await ask(call, without.token, input, call.path.replace(/:\w+/g, String(ID)))
    expect(leaked(body)).toEqual([])
  })
})

describe.each(owners.map((of): [string, Entity] => [of.name, of]))('%s', (_name, of) => {
  const all = ofEntity(of).flatMap((one) => one.texts.slice(0, 1))

  test('the operation log shows them to who may see them', async () => {
    const path = `/admin/log/oper/info/${logIds.get(of.name)}`
    const shut = await app.request('GET', path, { token: without.token })
    expect(shut.code).toBe(200)
    expect(leaked(shut.body)).toEqual([])
    const open = await app.request('GET', path, { token: withAll.token })
    expect(leaked(open.body).length).toBeGreaterThan(0)
  })

  test('the queue to SAP shows them to who may see them', async () => {
    const { rows } = await sql<{
      id: number
    }>`select "id" from "sapOutbox" where "bizType" = ${of.name}`.execute(app.db)
    const path = `/admin/sap/queue/info/${rows[0]?.id}`
    const shut = await app.request('GET', path, { token: without.token })
    expect(shut.code).toBe(200)
    expect(leaked(shut.body)).toEqual([])
    const open = await app.request('GET', path, { token: withAll.token })
    for (const text of all) expect(open.body).toContain(text)
  })

  test('variables of a process show them to who may see them', async () => {
    expect(knownEntity(app.db, of.name)).toBeDefined()
    const shut = hideRecord(app.db, await whoOf(app.db, without.token), of.name, { deep: [valuesOf(of)] })
    expect(leaked(JSON.stringify(shut))).toEqual([])
    const open = hideRecord(app.db, await whoOf(app.db, withAll.token), of.name, { deep: [valuesOf(of)] })
    for (const text of all) expect(JSON.stringify(open)).toContain(text)
  })
})

const isExport = (task: TaskDefinition): task is ExportDefinition => task.kind === 'export'
const exports = rooms.flatMap((room) => (room.tasks ?? []).filter(isExport))
const concerned = exports.filter((one) => owners.some((of) => of.name === one.bizType))

describe('no export tells them', () => {
  test.each(concerned.map((one): [string, ExportDefinition] => [one.bizType, one]))(
    '%s',
    async (_name, definition) => {
      const who = await whoOf(app.db, without.token)
      const started = calls.find(
        (call) => call.permission === definition.permission && 'columns' in call.shape,
      )
      const params: Record<string, unknown> = { ...Object(started?.schema.parse({})) }
      const hidden = new Set(
        definition.columns.flatMap(({ name, permission }) =>
          permission !== undefined && !who.permissions.has(permission) ? [name] : [],
        ),
      )
      for await (const rows of definition.rows(app.db, who, params))
        for (const row of rows) {
          const kept = Object.entries(row).filter(
            ([name]) => definition.columns.some((one) => one.name === name) && !hidden.has(name),
          )
          expect(leaked(JSON.stringify(kept))).toEqual([])
        }
    },
  )
})
