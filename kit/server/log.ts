import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Call } from '#kit/shared/call.ts'
import { cut } from '#kit/shared/characters.ts'
import type { Field } from '#kit/shared/field.ts'
import { trust } from '#kit/shared/loose.ts'
import { sameValue } from '#kit/shared/record.ts'
import { redact } from '#kit/shared/redact.ts'
import { sendWrite } from './connection.ts'
import { type Db, jsonb, type Tx } from './database.ts'
import { knownEntity } from './dbErrors.ts'
import type { CallRequest } from './serve.ts'
import { actorOf, type Change, changesOf, forgetChanges, MOST_CHANGES } from './transaction.ts'

/** One changed field of a logged row, with its Chinese label. */
export interface LoggedField {
  field: string
  label: string
  before: unknown
  after: unknown
}

/** A changed row as the operation log keeps it. */
export interface LoggedChange {
  type: string
  id: number
  title: string
  fields: LoggedField[]
}

// Upkeep columns say nothing a person did; search columns are derived.
const SILENT = new Set(['id', 'createTime', 'createBy', 'updateTime', 'updateBy', 'version', 'searchGrams'])

/** A value as it may be kept for ever. */
const guarded = (field: Field | undefined, value: unknown): unknown =>
  field?.personal && field.masked && typeof value === 'string' ? field.masked.show(value) : value

/** An input as it may be kept for ever. */
function guardedInput({ shape }: Call, input: unknown): unknown {
  const personal = Object.keys(shape).filter((name) => shape[name]?.personal)
  if (personal.length === 0 || typeof input !== 'object' || input === null) return input
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => [
      name,
      personal.includes(name) ? guarded(shape[name], value) : value,
    ]),
  )
}

/** The fields that differ between before and after, labelled as their entity declares them. */
export function fieldsOf(db: Db, change: Change): LoggedField[] {
  const entity = knownEntity(db, change.type)
  const names = Object.keys({ ...change.before, ...change.after }).filter(
    (name) =>
      !SILENT.has(name) &&
      !entity?.all[name]?.unlogged &&
      !sameValue(change.before?.[name] ?? null, change.after?.[name] ?? null),
  )
  // Most of a row stays as it was, and what stays need not be redacted.
  const shown = (row: Change['before']): Record<string, unknown> => {
    const values = Object.fromEntries(
      names.map((name) => [name, guarded(entity?.all[name], row?.[name] ?? null)]),
    )
    // A declared number of a thing that is called code is none that opens anything.
    const number = entity?.facts.code
    const said = number !== undefined && number in values ? { [number]: redact(values[number]) } : {}
    return { ...trust<Record<string, unknown>>(redact(values)), ...said }
  }
  const [before, after] = [shown(change.before), shown(change.after)]
  return names.flatMap((field) => {
    const [old, now] = [before[field], after[field]]
    // Two names may look alike once they are masked; that they differ is told all the same.
    if (sameValue(old, now) && !entity?.all[field]?.personal) return []
    return [{ field, label: entity?.all[field]?.label ?? field, before: old, after: now }]
  })
}

// A product with 600 specifications changes 600 rows, an import writes 500 products at once: the log keeps the first
// ones whole and counts the rest.
const MOST_FIELDS = 1000

/** The changes a log row shows, however many there were. */
function loggedOf(db: Db, changes: readonly Change[]): LoggedChange[] {
  const logged: LoggedChange[] = []
  let fields = 0
  for (const change of changes) {
    if (logged.length >= MOST_CHANGES || fields >= MOST_FIELDS) {
      logged.push({ type: '', id: 0, title: `另有${changes.length - logged.length}条变更`, fields: [] })
      break
    }
    const shown = fieldsOf(db, change)
    logged.push({ type: change.type, id: change.id, title: change.title, fields: shown })
    fields += shown.length
  }
  return logged
}

/** What the product itself did, for the operation log. */
export interface SystemDeed {
  title: string
  /** as of a call: 2 修改, 9 清空 … */
  businessType: number
  bizType: string
  bizId: number | null
  bizTitle: string
  /** command or job that did it */
  path: string
  params: Record<string, unknown>
}

/** Writes into the operation log what no person asked a call for. Platform §13.3. */
export async function writeSystemLog(tx: Tx, { params, ...deed }: SystemDeed): Promise<void> {
  const row = tx.insertInto('operLog').values({
    ...deed,
    adminId: null,
    adminName: '系统',
    deptId: null,
    ip: '',
    requestId: '',
    method: '',
    params: jsonb(params),
    changes: jsonb([]),
    status: 1,
    ms: 0,
  })
  await sendWrite(tx, row.compile())
}

/** Writes the operation log of a changing call, in its transaction. Platform §13.3, invariant 12. */
export async function writeOperLog(
  tx: Tx,
  call: Call,
  input: unknown,
  request: Pick<CallRequest, 'id' | 'ip'>,
  startTime: number,
): Promise<void> {
  const changes = changesOf(tx)
  const first = changes.find((one) => knownEntity(tx, one.type)?.facts.part !== true) ?? changes[0]
  const who = actorOf(tx)
  const row = tx.insertInto('operLog').values({
    title: call.title,
    businessType: call.business,
    adminId: who.adminId === 0 ? null : who.adminId,
    adminName: who.realName,
    deptId: who.deptId,
    bizType: first?.type ?? '',
    bizId: first?.id ?? null,
    bizTitle: first?.title ?? '',
    ip: request.ip,
    requestId: request.id,
    method: call.method,
    path: call.path,
    params: jsonb(call.quiet ? {} : shorten(redact(guardedInput(call, input)))),
    changes: jsonb(loggedOf(tx, changes)),
    status: 1,
    ms: Date.now() - startTime,
  })
  await sendWrite(tx, row.compile())
  forgetChanges(tx)
}

// Rich text and line tables stand in the changes already; the parameters only need to tell what was asked.
function shorten(value: unknown): unknown {
  const text = JSON.stringify(value) ?? 'null'
  return text.length <= 8000 ? value : { shortened: cut(text, 8000) }
}

/** Keeps an internal error; equal ones (message and place) are counted on one row. Platform §13.3 异常日志. */
export async function writeErrorLog(
  db: Db,
  what: {
    requestId: string
    source: 'server' | 'browser'
    path: string
    adminId: number | null
    message: string
    stack: string
  },
): Promise<void> {
  const place = what.stack.split('\n').slice(0, 3).join('\n')
  const fingerprint = createHash('sha256')
    .update(`${what.source}\n${what.path}\n${what.message}\n${place}`)
    .digest('hex')
  await db
    .insertInto('errorLog')
    .values({ ...what, message: cut(what.message, 2000), stack: cut(what.stack, 8000), fingerprint })
    .onConflict((conflict) =>
      conflict.column('fingerprint').doUpdateSet({
        count: sql`"errorLog"."count" + 1`,
        lastTime: sql`now()`,
        requestId: what.requestId,
      }),
    )
    .execute()
}
