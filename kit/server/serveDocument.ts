import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Call, Paging } from '#kit/shared/call.ts'
import type { Document } from '#kit/shared/declareDocument.ts'
import { DECISION_LABELS } from '#kit/shared/document.ts'
import type { Entity, EntityRow } from '#kit/shared/entity.ts'
import { refuse } from '#kit/shared/errors.ts'
import { trust } from '#kit/shared/loose.ts'
import type { OptionsAsked } from '#kit/shared/standardCalls.ts'
import { guardState } from '#kit/shared/states.ts'
import type { Db, Tx } from './database.ts'
import {
  type DocumentHooks,
  type DocumentProcess,
  type DocumentType,
  decisionsOf,
  examineDocument,
  submitChange,
  submitDocument,
  withdrawDocument,
} from './document.ts'
import { decides } from './documentTypes.ts'
import { joinRows } from './joins.ts'
import { loose } from './loose.ts'
import { nextNumber } from './number.ts'
import { changedSinceApproval } from './recordLog.ts'
import { declareRecord, type RecordKind } from './records.ts'
import { lockRow, readRow } from './rows.ts'
import { change, read } from './serve.ts'
import { type ServedMaster, type StandardCalls, type StandardOptions, standardHandlers } from './standard.ts'
import { actorOf } from './transaction.ts'
import { may, type Who } from './who.ts'

/** The calls of a declared document. */
export interface DocumentCalls<In extends Paging, Options extends OptionsAsked>
  extends Omit<StandardCalls<In, Options>, 'status'> {
  info: Call<{ id: number }>
  submit: Call<{ id: number }>
  withdraw: Call<{ id: number }>
  examine: Call<{ id: number; version: number | null; auditStatus: 1 | 2 | null; opinion: string }>
  print: Call<{ ids: number[] }>
}

interface DocumentOptions<E extends Entity, In extends Paging, Options extends OptionsAsked>
  extends StandardOptions<E, In, Options>,
    DocumentHooks<E> {
  /** left out: one examiner decides, never a process. Workflow §3.11 */
  process?: DocumentProcess<E>
  /** the filter that narrows its list to those that wait; auditStatus=0 unless given */
  waiting?: string
  /** the filter that narrows its list to those that came back; auditStatus=2 unless given */
  returned?: string
  /** before one is decided, with what its call says beside the decision (`calls` of the declaration may ask more) */
  deciding?(tx: Tx, row: EntityRow<E>, input: { auditStatus: 1 | 2 | null; confirmed?: 0 | 1 }): Promise<void>
  /** what search and time line say of one besides its title and number */
  record?: Pick<RecordKind, 'code' | 'picture' | 'alsoFound' | 'hides'>
  /** what info and print tell besides the row */
  details?(db: Db, rows: EntityRow<E>[], who: Who): Promise<Record<string, unknown>[]>
}

interface Columns {
  id: number
  auditStatus: number
  createBy: number | null
  inForce?: 0 | 1
}
const columnsOf = (row: unknown): Columns => trust(row)

/** What a document brings to its room (joinServer), and its type for whoever submits or decides it besides. */
interface ServedDocument<E extends Entity> extends ServedMaster {
  type: DocumentType<E>
}

/**
 * The server of a declared document: its usual calls, its export and import, how it is decided, by whom it is referred
 * to. Only drafts and rejected documents are edited and deleted, deleted only by their maker; `controlled` fields of one
 * that is in force wait for a new decision. Calls the declaration adds are served beside it. Frame §7.
 */
export function serveDocument<
  const E extends Entity,
  In extends Paging,
  Options extends OptionsAsked = OptionsAsked,
>(
  document: Document<E, DocumentCalls<In, Options>>,
  options: DocumentOptions<E, NoInfer<In>, NoInfer<Options>> = {},
): ServedDocument<E> {
  const { of, calls, states, places, number } = document
  const {
    process,
    record: kind = {},
    waiting = 'auditStatus=0',
    returned = 'auditStatus=2',
    ...rest
  } = options
  const type: DocumentType<E> = {
    ...rest,
    entity: of,
    states,
    list: `${places.list}?${waiting}`,
    returned: `${places.list}?${returned}`,
    page: places.see,
    ...(process === undefined ? {} : { process: { ...process, form: places.examine, info: calls.info } }),
  }
  const usual = standardHandlers<E, In, Options>(
    of,
    { ...calls, info: undefined, status: undefined },
    {
      ...rest,
      async prepare(tx, values, before) {
        if (before !== null) guardState(type.states, 'edit', columnsOf(before).auditStatus)
        const given = options.prepare ? await options.prepare(tx, values, before) : values
        if (before === null && number !== undefined) {
          const [field, prefix] = number
          Reflect.set(given, field, await nextNumber(tx, prefix))
        }
        if (before === null) return given
        const kept = heldBack(type, given, before)
        await refuseTaken(
          tx,
          of,
          columnsOf(before).id,
          trust<{ pending?: object | null }>(kept).pending ?? {},
        )
        return kept
      },
      async saved(tx, row, before, given) {
        await options.saved?.(tx, row, before, given)
        // Written again by the hook, e.g. with the number of its lines.
        const now = await lockRow(tx, of, columnsOf(row).id, { anyScope: true })
        if (before !== null && columnsOf(before).auditStatus === 1) await submitChange(tx, type, now)
        else if (Reflect.get(given, 'submit') === 1) await submitDocument(tx, type, now)
      },
      async deleting(tx, row) {
        const { auditStatus, createBy, inForce } = columnsOf(row)
        guardState(type.states, 'remove', auditStatus)
        if (inForce === 1) throw refuse(`${of.label}已生效，不能删除`)
        const who = actorOf(tx)
        if (!who.all && createBy !== who.adminId) throw refuse('只能删除本人制作的单据')
        await options.deleting?.(tx, row)
      },
    },
  )
  const lock = (tx: Tx, id: number) => lockRow(tx, of, id)

  /** Rows with all that info and print tell. */
  const whole = async (db: Db, rows: EntityRow<E>[], who: Who): Promise<Record<string, unknown>[]> => {
    const enriched: Record<string, unknown>[] = options.enrich
      ? await options.enrich(db, rows, who)
      : trust(rows)
    const details = (await options.details?.(db, rows, who)) ?? []
    const told = await Promise.all(
      enriched.map(async (row, index) => ({
        ...row,
        ...details[index],
        history: await historyOf(db, of.name, Number(row.id)),
      })),
    )
    return joinRows(db, who, calls.info.answer.shape ?? of.all, told, null, options.figures)
  }

  const own = [
    read(calls.info, async (db, who, { id }) => {
      const row = await readRow(db, who, of, id)
      const isDecided = columnsOf(row).auditStatus === 1
      const hidden = (await kind.hides?.(db, who, id)) ?? []
      const changed = isDecided ? null : await changedSinceApproval(db, who, of, id, hidden)
      const [one] = await whole(db, [row], who)
      return { ...one, changed }
    }),
    change(calls.submit, async (tx, _who, { id }) => submitDocument(tx, type, await lock(tx, id))),
    change(calls.withdraw, (tx, _who, { id }) => withdrawDocument(tx, type, id, lock)),
    decides(
      type,
      change(calls.examine, async (tx, _who, { id, version, auditStatus, opinion, ...more }) => {
        await type.ahead?.(tx, id)
        const row = await lockRow(tx, of, id, { version: version ?? null })
        await options.deciding?.(tx, row, { auditStatus, ...more })
        await examineDocument(tx, type, row, trust({ auditStatus, opinion: opinion ?? '' }))
      }),
    ),
    read(calls.print, async (db, who, { ids }) => {
      const rows: EntityRow<E>[] = []
      for (const id of ids) rows.push(await readRow(db, who, of, id))
      return whole(db, rows, who)
    }),
  ]
  const record = declareRecord({
    of,
    read: calls.info,
    page: places.see,
    ...(number !== undefined && number[0] !== of.facts.title && { code: number[0] }),
    ...kind,
  })
  return { ...usual, type, served: [...usual.served, ...own], registers: [...usual.registers, record] }
}

/** Every decision on a document as its pages show it, newest first. Frame §7. */
export async function historyOf(db: Db, type: string, id: number) {
  const decisions = await decisionsOf(db, type, id)
  return decisions.map(({ action, opinion, adminName, time }) => ({
    action: DECISION_LABELS[action] ?? action,
    opinion,
    adminName,
    time,
  }))
}

/** Who may read a document: its info call and the row's scope decide. For declareBinding's mayRead. Workflow §4. */
export function mayReadDocument(of: Entity, info: { permission: string }) {
  return async (db: Db, who: Who, id: number): Promise<boolean> => {
    if (!may(who, info.permission)) return false
    return readRow(db, who, of, id).then(
      () => true,
      () => false,
    )
  }
}

/** What waits for a decision does not meet the unique index before it is decided, so it is looked for now. */
async function refuseTaken(tx: Tx, of: Entity, id: number, pending: object): Promise<void> {
  for (const [name, value] of Object.entries(pending)) {
    const field = of.all[name]
    if (!field?.unique || typeof value !== 'string' || value === '') continue
    const taken = await loose(tx)
      .selectFrom(of.name)
      .select('id')
      .where(sql<boolean>`lower(${sql.ref(name)}) = lower(${value})`)
      .where('isDel', '=', 0)
      .where('id', '<>', id)
      .executeTakeFirst()
    if (taken !== undefined) throw refuse(`${field.label}已存在`, name)
  }
}

/** Of an edit of a document in force, what waits for a decision is put into `pending` instead. Catalog §8.1. */
function heldBack<E extends Entity>(
  type: DocumentType<E>,
  given: Partial<EntityRow<E>>,
  before: EntityRow<E>,
): Partial<EntityRow<E>> {
  if (columnsOf(before).inForce !== 1) return given
  const kept: Record<string, unknown> = { ...given }
  const pending: Record<string, unknown> = {}
  for (const name of type.controlled ?? []) {
    if (!(name in kept)) continue
    // Lines come back from the database with their fields in another order.
    if (!isDeepStrictEqual(kept[name], Reflect.get(trust<object>(before), name))) pending[name] = kept[name]
    delete kept[name]
  }
  return trust({ ...kept, pending: Object.keys(pending).length > 0 ? pending : null })
}
