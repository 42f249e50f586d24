import { z } from 'zod'
import { flag, text } from '../fields/shared.ts'
import type { Entity, EntityRow } from './entity.ts'
import {
  encodeRow,
  encodeRows,
  type Field,
  inputOf,
  isFarTooLong,
  type JsonSchema,
  makeField,
  patchOf,
  type RowOf,
  readId,
  readNumber,
  type Shape,
  type WireOf,
  wrongFormat,
} from './field.ts'
import { trust } from './loose.ts'

/** How an answer is stripped to its declaration and written for the wire. */
export interface Answer<Out, W = Out> {
  readonly kind: 'data' | 'list' | 'binary'
  /** for the description of the calls; most are made when it is asked for */
  readonly json: JsonSchema
  /** fields of the rows, when the answer is a row or a list of rows */
  readonly shape?: Shape
  /** of a list that answers the fields it is asked for: those that every row has, because its actions look at them */
  readonly always?: readonly string[]
  encode(value: Out, may: (permission: string) => boolean): W
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

/** What a binary handler gives: a stream or bytes with the name the browser saves it under. */
export interface BinaryAnswer {
  body: NodeJS.ReadableStream | Uint8Array
  fileName: string
  contentType: string
  inline?: boolean
  /** 304: the browser has it already; 200 unless given */
  status?: 304
  headers?: Record<string, string>
}

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
}

/** The permission code of a path: no parameters, slashes as colons. Frame §4. */
export function permissionOf(path: string): string {
  return path
    .split('/')
    .filter((part) => part !== '' && !part.startsWith(':'))
    .join(':')
}

const BUSINESS: [RegExp, number][] = [
  [/\/(save|add|create|register)$/, 1],
  [/delete/i, 3],
  [/examine|audit/i, 8],
  [/export/i, 5],
  [/import/i, 6],
  [/clear/i, 9],
]

function businessOf(path: string, change: boolean): number {
  if (!change) return 0
  return BUSINESS.find(([pattern]) => pattern.test(path.replace(/\/:\w+/g, '')))?.[1] ?? 2
}

function makeCall<In, InWire, Out, OutWire>(
  method: 'GET' | 'POST',
  path: string,
  facts: CallFacts<Shape, Out, OutWire>,
  schemaOf: () => z.ZodType<In>,
): Call<In, InWire, Out, OutWire> {
  let schema: z.ZodType<In> | undefined
  const change = facts.change ?? method === 'POST'
  return {
    method,
    path,
    title: facts.title,
    permission: facts.permission ?? permissionOf(path),
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
    ...(facts.perMinute === undefined ? {} : { perMinute: facts.perMinute }),
    ...(facts.bodyMb === undefined ? {} : { bodyMb: facts.bodyMb }),
    ...(facts.picks === undefined ? {} : { picks: facts.picks }),
    ...(facts.refers === undefined ? {} : { refers: facts.refers }),
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
}
export type Paging = RowOf<typeof paging>
/** A request that asks for nothing but a page: for rooms that read a list of their own. */
export const unfiltered = {
  keywords: '',
  sortBy: '',
  sortOrder: '',
  dateLimit: '',
  exactTotal: '',
  fields: '',
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

/** How an uploaded sheet is imported. Multipart bodies hold files only; this stands in the query. */
export const importInput = {
  dryRun: flag('仅校验', { initial: 0 }),
  skipBad: flag('不导入错误行', { initial: 0 }),
  force: flag('再次导入', { initial: 0 }),
  /** JSON: names of columns to headings of the sheet, where these are others than the template's; '' leaves one out */
  mapping: text('列对应', { max: 8000 }),
  /** names of what is ticked, joined by commas, out of those the import offers: remove, repeat */
  ticks: text('勾选', { max: 100 }),
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
 * A page of rows of a shape. With `always` a page asks for the fields that its columns show; every row has those
 * besides, which its actions look at. Architecture §4.
 */
export function listAnswer<const S extends Shape>(
  shape: S,
  always?: readonly Extract<keyof S, string>[],
): Answer<Page<RowOf<S>>, Page<WireOf<S>>> {
  return {
    kind: 'list',
    shape,
    ...(always === undefined ? {} : { always }),
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
    encode: (page, may) => trust({ ...page, list: encodeRows(shape, page.list, may) }),
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

/** An answer that is kept as bytes, envelope and all, of which the browser reads a W. */
export function binaryOf<W>(json: JsonSchema): Answer<BinaryAnswer, W> {
  return { kind: 'binary', json, encode: (value) => trust(value) }
}

/** A download. */
export const binary = binaryOf<Blob>({ type: 'string', format: 'binary' })

function objectJson(shape: Shape): JsonSchema {
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, field.json])),
  }
}

/**
 * The usual calls of a master: list, info, save, update, delete, status, export, all; without those that `without` names,
 * and without status where the entity has no flag of this name that could be switched. Frame §3.
 */
export function standardCalls<
  N extends string,
  S extends Shape,
  const X extends Shape = Record<never, never>,
  const F extends Shape = Record<never, never>,
  const W extends StandardName = never,
>(
  prefix: string,
  of: Entity<N, S>,
  extra?: { list?: X; filters?: F; without?: readonly W[] },
): Omit<AllStandardCalls<N, S, X, F>, W | NoSwitch<S>> {
  const calls: Partial<AllStandardCalls<N, S, X, F>> = allStandardCalls(prefix, of, extra)
  for (const name of extra?.without ?? []) delete calls[name]
  if (of.shape.status?.type !== 'flag') delete calls.status
  return trust(calls)
}

type NoSwitch<S extends Shape> = S extends { readonly status: Field<infer T, infer _W> }
  ? [T] extends [0 | 1 | null]
    ? never
    : 'status'
  : 'status'
type StandardName = keyof ReturnType<typeof allStandardCalls>
type AllStandardCalls<N extends string, S extends Shape, X extends Shape, F extends Shape> = ReturnType<
  typeof allStandardCalls<N, S, X, F>
>

function allStandardCalls<N extends string, S extends Shape, const X extends Shape, const F extends Shape>(
  prefix: string,
  of: Entity<N, S>,
  extra?: { list?: X; filters?: F },
) {
  const rows = rowsOf(of, extra?.list)
  const label = of.label
  return {
    list: get(`${prefix}/list`, {
      title: `${label}列表`,
      input: listInput(of, extra?.filters),
      answer: listAnswer(rows),
    }),
    info: get(`${prefix}/info/:id`, {
      title: `${label}详情`,
      input: { id: idField() },
      answer: rowAnswer(rows),
    }),
    save: post(`${prefix}/save`, { title: `新增${label}`, input: of.shape, answer: idAnswer }),
    update: patch(`${prefix}/update`, { title: `编辑${label}`, input: of.shape }),
    remove: post(`${prefix}/delete/:id`, { title: `删除${label}`, input: { id: idsField() } }),
    status: post(`${prefix}/update/status/:id`, {
      title: `启停${label}`,
      input: { id: idField(), status: makeStatus() },
    }),
    exportRows: post(`${prefix}/export`, {
      title: `导出${label}`,
      input: { ...listInput(of, extra?.filters), columns: text('导出列', { max: 2000 }) },
      answer: taskAnswer,
      business: 5,
    }),
    all: optionsCall(prefix, label, of.name),
  }
}

/**
 * The call that answers rows as options. The browser's manifests name it by its prefix, so that declaring how rows are
 * chosen does not load the declaration of the whole entity; the declaration that is served says what it `picks`.
 */
export function optionsCall(prefix: string, label: string, picks?: string) {
  return get(`${prefix}/all`, {
    title: `${label}选项`,
    permission: 'login',
    ...(picks === undefined ? {} : { picks }),
    input: { keywords: paging.keywords, ids: someIds(), limit: paging.limit },
    answer: optionsAnswer,
  })
}

/**
 * A read that anybody signed in may ask, by its path alone and typed as its declaration, of which the browser's
 * manifests name the type only: `readAt<typeof unitCalls.all>('/admin/product/unit/all')`. Good for `request`, not for
 * asking what it permits or takes.
 */
export function readAt<C extends Pick<Call, 'path'>>(path: string): C {
  return trust(get(path, { title: '', permission: 'login' }))
}

/**
 * How many rows each tab of a list has under its other filters, by the value of the tab ('' = all of them); asked by
 * whoever may see the list. Frame §5.
 */
export function countsCall(list: Pick<Call, 'path' | 'permission' | 'shape'>, label: string) {
  return get(list.path.replace(/list$/, 'counts'), {
    title: `${label}页签`,
    permission: list.permission,
    input: list.shape,
    answer: answerOf(z.record(z.string(), z.number())),
  })
}

function makeStatus(): Field<0 | 1> {
  return makeField<0 | 1>({
    type: 'flag',
    label: '状态',
    facts: { required: true },
    empty: undefined,
    initial: undefined,
    json: { type: 'integer', enum: [0, 1] },
    read: (value) =>
      String(value) === '1' ? { value: 1 } : String(value) === '0' ? { value: 0 } : wrongFormat('状态'),
  })
}

/** What is asked of the call that answers options. */
export type OptionsAsked = InOf<ReturnType<typeof optionsCall>>

/** A file task was started: where to find it in 我的下载 or 我的上传. Platform §10. */
export const taskAnswer = answerOf(z.object({ taskId: z.number(), taskNo: z.string() }))

/** Rows as options of a select. */
export const optionsAnswer = answerOf(
  z.array(z.object({ value: z.number(), label: z.string(), disabled: z.boolean().optional() })),
)
export type Option = { value: number; label: string; disabled?: boolean | undefined }

export type StandardRow<E extends Entity> = EntityRow<E>
