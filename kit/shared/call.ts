import { z } from 'zod'
import { text } from '../fields/shared.ts'
import { encodeRows } from './encodeRows.ts'
import type { Entity } from './entity.ts'
import {
  encodeRow,
  type Field,
  isFarTooLong,
  type JsonSchema,
  makeField,
  type RowOf,
  readId,
  readNumber,
  type Shape,
  type WireOf,
  wrongFormat,
} from './field.ts'
import { inputOf, patchOf } from './input.ts'
import { askedOf } from './join.ts'
import { trust } from './loose.ts'
import { isOpenPath, type OpenNeed, openPermission } from './open.ts'
import { businessOf, permissionOf } from './path.ts'
import { pick } from './record.ts'

/** How an answer is stripped to its declaration and written for the wire. */
export interface Answer<Out, W = Out> {
  readonly kind: 'data' | 'list' | 'binary'
  /** for the description of the calls; most are made when it is asked for */
  readonly json: JsonSchema
  /** fields of the rows, when the answer is a row or a list of rows */
  readonly shape?: Shape
  /** `fields` of the request: a list answers these alone */
  encode(value: Out, may: (permission: string) => boolean, fields?: string): W
}

/** One page of a list. `total` is exact up to 10,000; beyond that it is 10,000 and `more` is true. Architecture §4. */
export interface Page<R> {
  list: R[]
  total: number
  page: number
  limit: number
  totalPage: number
  more?: boolean
}

/** What the envelope of an answered call says. */
export const DONE = '操作成功'

/**
 * A call, declared once: the server serves it, the browser asks it, the description prints it.
 * In and Out are the types in code, InWire and OutWire those on the wire. Frame §3.
 */
export interface Call<In = unknown, InWire = unknown, Out = unknown, OutWire = unknown> {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly title: string
  /** a permission code, or: login = any session, public = nobody need be signed in */
  readonly permission: string
  /** changes data: one transaction, unknown input refused, operation log */
  readonly change: boolean
  readonly multipart: boolean
  readonly shape: Shape
  readonly schema: z.ZodType<In>
  readonly answer: Answer<Out, OutWire>
  /** 0 其他 1 新增 2 修改 3 删除 4 授权 5 导出 6 导入 7 强退 8 审核 9 清空, for the operation log */
  readonly business: number
  /** requests per minute and address, where a call needs its own limit */
  readonly perMinute?: number
  /** most megabytes of its body, where the usual limit is too little; the larger of the two counts */
  readonly bodyMb?: number
  /** may be asked with an expired password (platform §2.6) */
  readonly withExpiredPassword: boolean
  /** a read that may be a moment old and is asked of a replica, though never older than the person's own changes: lists */
  readonly stale: boolean
  /** its input may hold secrets under names that redaction cannot know: the operation log keeps the changes only */
  readonly quiet: boolean
  /** names rows of this entity for whoever works with them: granted by every call that refers to it. Decision 0048 */
  readonly picks?: string
  /** entities its screen chooses from or names, besides those its fields refer to */
  readonly refers?: readonly string[]
  /** asked by applications outside with a token of theirs, and what of them; by nobody else. Orders §8 */
  readonly open?: OpenNeed
  /** of an open call: a customer of the application asks it, whose session travels as X-Customer */
  readonly customer?: true
  readonly wire?: { in: InWire; out: OutWire }
}

export type InOf<C> = C extends Call<infer In, infer _W, infer _O, infer _OW> ? In : never
export type OutOf<C> = C extends Call<infer _I, infer _W, infer Out, infer _OW> ? Out : never
export type InWireOf<C> = C extends Call<infer _I, infer W, infer _O, infer _OW> ? W : never
export type OutWireOf<C> = C extends Call<infer _I, infer _W, infer _O, infer OW> ? OW : never

interface CallFacts<S extends Shape, Out, W> {
  title: string
  input?: S
  answer?: Answer<Out, W>
  /** in place of the code that follows from the path */
  permission?: string
  change?: boolean
  multipart?: boolean
  business?: number
  perMinute?: number
  bodyMb?: number
  withExpiredPassword?: boolean
  stale?: boolean
  quiet?: boolean
  picks?: string
  refers?: readonly string[]
  open?: OpenNeed
  customer?: true
}

function makeCall<In, InWire, Out, OutWire>(
  method: 'GET' | 'POST',
  path: string,
  facts: CallFacts<Shape, Out, OutWire>,
  schemaOf: () => z.ZodType<In>,
): Call<In, InWire, Out, OutWire> {
  let schema: z.ZodType<In> | undefined
  const { open } = facts
  if (open !== undefined && !isOpenPath(path))
    throw new Error(`${path} is asked by applications, so it stands below /open`)
  if (open === undefined && facts.customer)
    throw new Error(`${path} is asked by customers of applications, so it says what it needs of them (open)`)
  const change = facts.change ?? method === 'POST'
  return {
    method,
    path,
    title: facts.title,
    permission: facts.permission ?? (open === undefined ? permissionOf(path) : openPermission(open)),
    change,
    multipart: facts.multipart ?? false,
    shape: facts.input ?? {},
    get schema() {
      schema ??= schemaOf()
      return schema
    },
    answer: facts.answer ?? trust(nothing),
    business: facts.business ?? businessOf(path, change),
    withExpiredPassword: facts.withExpiredPassword ?? false,
    stale: facts.stale ?? (!change && facts.answer?.kind === 'list'),
    quiet: facts.quiet ?? false,
    ...pick(facts, ['perMinute', 'bodyMb', 'picks', 'refers', 'open', 'customer']),
  }
}

/** A read, or with `change: true` one of the specified changes by GET. Its input is path and query together. */
export function get<const S extends Shape = Record<never, never>, Out = null, W = Out>(
  path: string,
  facts: CallFacts<S, Out, W>,
): Call<RowOf<S>, Partial<WireOf<S>>, Out, W> {
  return makeCall('GET', path, facts, () => trust(inputOf(facts.input ?? {}, facts.change === true)))
}

/** A change, or with `change: false` a read with a long input. Its input is path, query and body together. */
export function post<const S extends Shape = Record<never, never>, Out = null, W = Out>(
  path: string,
  facts: CallFacts<S, Out, W>,
): Call<RowOf<S>, Partial<WireOf<S>>, Out, W> {
  return makeCall('POST', path, facts, () => trust(inputOf(facts.input ?? {}, facts.change !== false)))
}

/** An update: `id` (and `version`, when sent) as given, of the other fields those that are sent. */
export function patch<const S extends Shape, Out = null, W = Out>(
  path: string,
  facts: CallFacts<S, Out, W> & { input: S },
): Call<
  Partial<RowOf<S>> & RowOf<typeof target>,
  Partial<WireOf<S>> & { id: number; version?: number },
  Out,
  W
> {
  const input = { ...facts.input, ...target }
  return makeCall('POST', path, { ...facts, input }, () =>
    trust(z.intersection(inputOf(target), patchOf(input))),
  )
}

// ---- inputs that many calls share

/** An id in a path, query or body. */
export function idField(label = 'ID'): Field<number> {
  return makeField<number>({
    type: 'int',
    label,
    facts: { required: true, min: 1 },
    empty: undefined,
    initial: undefined,
    json: { type: 'integer', minimum: 1 },
    read(value) {
      const id = readId(value, 1)
      return id === null ? wrongFormat(label) : { value: id }
    },
  })
}

/** Several ids, comma-joined or as a list; at least one. */
export function idsField(label = 'ID', max = 1000): Field<number[], string> {
  return manyIds(label, max, true)
}

/** Ids that may be left out: [] then. For pickers that name what is chosen, and filters. */
export function someIds(label = 'ID', max = 1000): Field<number[], string> {
  return manyIds(label, max, false)
}

function manyIds(label: string, max: number, required: boolean): Field<number[], string> {
  return makeField<number[], string>({
    type: 'ids',
    label,
    facts: { required },
    empty: required ? undefined : [],
    initial: undefined,
    json: { type: 'string', description: 'ids, comma-joined' },
    read(value) {
      if (isFarTooLong(value, max * 17)) return { reason: `一次最多处理${max}条` }
      const parts: unknown[] = Array.isArray(value) ? value : String(value).split(',')
      const ids = parts.flatMap((part) => readId(part, 1) ?? [])
      if (ids.length < parts.length) return wrongFormat(label)
      if (ids.length > max) return { reason: `一次最多处理${max}条` }
      return ids.length > 0 || !required ? { value: [...new Set(ids)] } : wrongFormat(label)
    },
    write: (ids) => ids.join(','),
  })
}

/** The version a person read; left out by clients that do not know it (then the last write wins). */
function versionField(): Field<number | null> {
  return makeField<number | null>({
    type: 'int',
    label: '版本',
    facts: {},
    empty: null,
    initial: undefined,
    json: { type: 'integer' },
    read(value) {
      const version = readNumber(value)
      return version !== null && Number.isInteger(version) && version >= 0
        ? { value: version }
        : wrongFormat('版本')
    },
  })
}

export const target = { id: idField(), version: versionField() }

function counted(label: string, initial: number, max: number): Field<number> {
  return makeField<number>({
    type: 'int',
    label,
    facts: {},
    empty: initial,
    initial,
    json: { type: 'integer', minimum: 1, maximum: max, default: initial },
    read(value) {
      const number = readNumber(value)
      return number !== null && Number.isInteger(number) && number >= 1 && number <= max
        ? { value: number }
        : wrongFormat(label)
    },
  })
}

/** What every list takes. Frame §3. */
export const paging = {
  page: counted('页码', 1, 1_000_000),
  limit: counted('每页条数', 20, 1000),
  keywords: text('关键字', { max: 100 }),
  sortBy: text('排序字段', { max: 50 }),
  sortOrder: text('排序方向', { max: 4, pattern: /^(asc|desc)$/ }),
  dateLimit: text('时间范围', { max: 50 }),
  exactTotal: text('精确总数', { max: 1, pattern: /^[01]$/ }),
  // The columns in view; all declared ones without it.
  fields: text('返回字段', { max: 4000 }),
  /** these rows alone: a list reads again what was acted upon, whatever its filters are */
  rowIds: someIds('记录', 200),
}
export type Paging = RowOf<typeof paging>
/** A request that asks for nothing but a page: for rooms that read a list of their own. */
export const unfiltered = {
  ...{ keywords: '', sortBy: '', sortOrder: '', dateLimit: '', exactTotal: '', fields: '', rowIds: [] },
} satisfies Omit<Paging, 'page' | 'limit'>

/** The filters a list of such an entity may have. */
type FilterShape<S extends Shape, X> = {
  readonly [K in Exclude<keyof S, keyof X | keyof typeof paging>]: Field<string | undefined, string>
}

/** Filters of an entity's list as an input: each filter takes one value or several joined by commas. */
export function listInput<N extends string, S extends Shape, const X extends Shape = Record<never, never>>(
  of: Entity<N, S>,
  extra?: X,
): typeof paging & X & FilterShape<S, X> {
  const filters = Object.fromEntries(
    Object.entries(of.all)
      .filter(([, field]) => field.filter)
      .map(([name, field]) => [name, text(field.label, { max: 200 })]),
  )
  return trust({ ...paging, ...filters, ...extra })
}

// ---- answers

const nothing: Answer<null> = { kind: 'data', json: { type: 'null' }, encode: () => null }

/** Any value a zod schema describes; what the schema does not name is cut off. */
export function answerOf<Out>(schema: z.ZodType<Out>): Answer<Out> {
  return {
    kind: 'data',
    get json() {
      return trust<JsonSchema>(z.toJSONSchema(schema, { unrepresentable: 'any', io: 'output' }))
    },
    encode: (value) => schema.parse(value),
  }
}

/** One row of a shape. */
export function rowAnswer<const S extends Shape>(shape: S): Answer<RowOf<S>, WireOf<S>> {
  return {
    kind: 'data',
    shape,
    get json() {
      return objectJson(shape)
    },
    encode: (row, may) => trust(encodeRow(shape, row, may)),
  }
}

/** What an answer describes, or null when there is none. */
export function orNull<Out, W>(of: Answer<Out, W>): Answer<Out | null, W | null> {
  return {
    kind: of.kind,
    ...(of.shape === undefined ? {} : { shape: of.shape }),
    get json() {
      return { anyOf: [of.json, { type: 'null' }] }
    },
    encode: (value, may) => (value === null ? null : of.encode(value, may)),
  }
}

/** Rows without paging. */
export function rowsAnswer<const S extends Shape>(shape: S): Answer<RowOf<S>[], WireOf<S>[]> {
  return {
    kind: 'data',
    shape,
    get json() {
      return { type: 'array', items: objectJson(shape) }
    },
    encode: (rows, may) => trust(rows.map((row) => encodeRow(shape, row, may))),
  }
}

/**
 * A page of rows of a shape, or of those of its fields that the request asks for by `fields`, as the frame of lists does
 * for what a page shows and looks at. Architecture §4.
 */
export function listAnswer<const S extends Shape>(shape: S): Answer<Page<RowOf<S>>, Page<WireOf<S>>> {
  return {
    kind: 'list',
    shape,
    get json() {
      return {
        type: 'object',
        properties: {
          list: { type: 'array', items: objectJson(shape) },
          total: { type: 'integer' },
          page: { type: 'integer' },
          limit: { type: 'integer' },
          totalPage: { type: 'integer' },
          more: { type: 'boolean', description: 'true: there are more than total' },
        },
      }
    },
    encode: (page, may, fields) =>
      trust({ ...page, list: encodeRows(shape, page.list, may, askedOf(shape, fields)) }),
  }
}

/** The list and the info of an entity answer its stored fields; joined fields are declared beside it. */
export function rowsOf<E extends Entity, const X extends Shape = Record<never, never>>(
  of: E,
  extra?: X,
): E['all'] & X {
  return trust({ ...of.all, ...extra })
}

export const idAnswer = answerOf(z.object({ id: z.number() }))

function objectJson(shape: Shape): JsonSchema {
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, field.json])),
  }
}

/** A file task was started: where to find it in 我的下载 or 我的上传. Platform §10. */
export const taskAnswer = answerOf(z.object({ taskId: z.number(), taskNo: z.string() }))
