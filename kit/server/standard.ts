import type { Expression, SqlBool } from 'kysely'
import type { Call, Page, Paging } from '#kit/shared/call.ts'
import type { Master } from '#kit/shared/declareMaster.ts'
import type { Entity, EntityRow } from '#kit/shared/entity.ts'
import { conflict } from '#kit/shared/errors.ts'
import type { Shape } from '#kit/shared/field.ts'
import { trust } from '#kit/shared/loose.ts'
import type { OptionsAsked } from '#kit/shared/standardCalls.ts'
import type { Db, Tx } from './database.ts'
import { exportColumns, exportEntity, shapeColumns } from './exportEntity.ts'
import type { Figures } from './figures.ts'
import { type ExportDefinition, type ImportDefinition, listOf, type TaskDefinition } from './fileTask.ts'
import { type EntityImport, importEntity } from './importEntity.ts'
import { importLines } from './importLines.ts'
import { joinRows } from './joins.ts'
import { answerPage, conditionsOf, type ListOptions, orderOf } from './list.ts'
import { loose } from './loose.ts'
import type { Registration } from './points.ts'
import { declareEntityRef, refuseWhenUsed, type Use } from './refs.ts'
import { deleteRow, insertRow, lockRow, readRow, updateRow } from './rows.ts'
import { rowScope, scopeCondition } from './scope.ts'
import { change, read, type Served } from './serve.ts'
import { startTask } from './tasks/start.ts'
import { demand, type Who } from './who.ts'

type Rows<E extends Entity> = EntityRow<E>[]

/**
 * The calls of a master that the usual handlers serve (standardCalls). What is left out, or given as undefined, is not
 * served by them: a room that answers a call in its own way gives `{ ...calls, info: undefined }`.
 */
export interface StandardCalls<In extends Paging = Paging, Options extends OptionsAsked = OptionsAsked> {
  list: Call<In>
  info?: Call<{ id: number }> | undefined
  save?: Call | undefined
  update?: Call<{ id: number; version: number | null }> | undefined
  remove?: Call<{ id: number[] }> | undefined
  status?: Call<{ id: number; status: 0 | 1 }> | undefined
  exportRows?: Call<Paging> | undefined
  all?: Call<Options> | undefined
}

/** What a master adds to the usual handlers; every hook runs in the call's transaction. */
export interface StandardOptions<
  E extends Entity,
  In extends Paging = Paging,
  Options extends OptionsAsked = OptionsAsked,
> {
  /** conditions and order of its list, from the request; also of its export and, with the input of `all`, of its options */
  list?(who: Who, input: In, db: Db): ListOptions | Promise<ListOptions>
  /** as whom the list is read, where some filters show more than the person's scope does */
  reader?(who: Who, input: In): Who
  /** what may be chosen now of what is there and enabled, for pickers */
  offered?(input: Options): Expression<SqlBool>
  /** counts and sums by id for fields of list, info and export that are no declared joins */
  figures?: Figures
  /** the fields that `enrich` makes its own of; of lists all are read unless given */
  enrichedBy?: readonly Extract<keyof EntityRow<E>, string>[]
  /** adds to rows of list and info what is neither a declared join (kit/shared/join.ts) nor a figure */
  enrich?(db: Db, rows: Rows<E>, who: Who): Promise<Record<string, unknown>[]>
  /** checks and completes what is to be stored; `before` is null for a new row */
  prepare?(tx: Tx, values: Partial<EntityRow<E>>, before: EntityRow<E> | null): Promise<Partial<EntityRow<E>>>
  /** after a row was written; `given` is what prepare answered, with inputs that are no fields of the entity */
  saved?(tx: Tx, row: EntityRow<E>, before: EntityRow<E> | null, given: Partial<EntityRow<E>>): Promise<void>
  /** text of the 409 when a row in use is to be deleted */
  usedText?(use: Use): string
  /** further checks before a row is deleted */
  deleting?(tx: Tx, row: EntityRow<E>): Promise<void>
  /** before a row's status changes */
  switching?(tx: Tx, row: EntityRow<E>, status: 0 | 1): Promise<void>
  /** field that names a row in pickers; the entity's title unless given */
  label?: string
  /** rows of other entities refer to its own by that name: to those enabled (status), or to any */
  chosen?: 'enabled' | 'any'
  /** joined fields that its export tells as well as its list; true: all that the list's answer has */
  joined?: Shape | true
  exportType?: ExportDefinition
  /** offers an import by the same rules as the form, for whoever may add and edit; `lines` names its fields of lines */
  importing?: Pick<EntityImport<E>, 'key' | 'columns' | 'examples' | 'notes' | 'alike' | 'ahead'> & {
    lines?: readonly string[]
  }
}

/** What a master brings to its room (joinServer): its calls, its export and import, how its rows are referred to. */
export interface ServedMaster {
  /** of its entity */
  name: string
  served: Served[]
  exporting: ExportDefinition
  importing: ImportDefinition[]
  tasks: TaskDefinition[]
  registers: readonly Registration[]
}

/** The usual handlers of a master behind standardCalls: list, info, save, update, delete, status, export, all. Frame §3. */
export function standardHandlers<
  const E extends Entity,
  In extends Paging,
  Options extends OptionsAsked = OptionsAsked,
>(
  of: E,
  calls: StandardCalls<In, Options>,
  options: StandardOptions<E, NoInfer<In>, NoInfer<Options>> = {},
): ServedMaster {
  // A status of several states follows from actions; only a switch is turned on and off here.
  const hasStatus = of.shape.status?.type === 'flag'
  const { shape = of.all } = calls.list.answer
  const enrich = async (db: Db, rows: Rows<E>, who: Who): Promise<unknown[]> =>
    options.enrich && rows.length > 0 ? options.enrich(db, rows, who) : rows
  const listed = async (who: Who, input: unknown, db: Db): Promise<ListOptions> =>
    (await options.list?.(who, trust(input), db)) ?? {}
  const exporting =
    options.exportType ??
    exportEntity(of, calls.exportRows ?? calls.list, {
      ...(options.list ? { list: listed } : {}),
      ...(options.enrich ? { enrich: options.enrich } : {}),
      joined: shape,
      ...(options.figures ? { figures: options.figures } : {}),
      columns:
        options.joined === true
          ? shapeColumns(Object.fromEntries(Object.entries(shape).filter(([, one]) => one.list !== false)))
          : exportColumns(of, options.joined),
    })
  const served = [
    read(calls.list, async (db, who, input) => {
      // What a room adds by hand may be made of any field.
      const { enrichedBy } = options
      const fields =
        enrichedBy === undefined || input.fields === '' ? '' : `${input.fields},${enrichedBy.join()}`
      const asked = options.enrich === undefined ? input : { ...input, fields }
      const reader = options.reader?.(who, input) ?? who
      const page = await answerPage(db, reader, of, calls.list.answer, asked, {
        ...(await listed(who, input, db)),
        figures: options.figures,
      })
      return { ...page, list: await enrich(db, trust<Page<EntityRow<E>>>(page).list, who) }
    }),
  ]
  const { info, save, update, remove, all, exportRows, status } = calls
  if (info !== undefined)
    served.push(
      read(info, async (db, who, { id }) => {
        const stored: object = await readRow(db, who, of, id)
        const joined = await joinRows(db, who, shape, [stored], null, options.figures)
        return (await enrich(db, trust(joined), who))[0]
      }),
    )
  if (save !== undefined)
    served.push(
      change(save, async (tx, _who, input) => {
        const given: Partial<EntityRow<E>> = trust(input)
        const ready = options.prepare ? await options.prepare(tx, given, null) : given
        const row = await insertRow(tx, of, ready)
        await options.saved?.(tx, row, null, ready)
        return { id: idOf(row) }
      }),
    )
  if (update !== undefined)
    served.push(
      change(update, async (tx, _who, { id, version, ...values }) => {
        const before = await lockRow(tx, of, id, { version })
        const given: Partial<EntityRow<E>> = trust(values)
        const ready = options.prepare ? await options.prepare(tx, given, before) : given
        const row = await updateRow(tx, of, before, ready)
        await options.saved?.(tx, row, before, ready)
      }),
    )
  if (remove !== undefined)
    served.push(
      change(remove, async (tx, _who, { id: ids }) => {
        const usedText = options.usedText ?? ((use: Use) => `该${of.label}已被${use.place}使用，不能删除`)
        for (const id of [...ids].sort((a, b) => a - b)) {
          const row = await lockRow(tx, of, id)
          await refuseWhenUsed(tx, of.name, [id], usedText)
          await options.deleting?.(tx, row)
          await deleteRow(tx, of, row)
        }
      }),
    )
  if (all !== undefined)
    served.push(
      read(all, async (db, who, input) => {
        const title = options.label ?? of.facts.title
        const asked = input.ids
        const conditions = await listed(who, input, db)
        let query = trust<ReturnType<typeof base>>(base(db, of.name))
        // Chosen rows are named even when they have been disabled or deleted since.
        if (asked.length > 0 && input.offered !== 1) {
          query = query.where('id', 'in', asked)
          const scope = scopeCondition(await rowScope(db, who, of), of.name)
          if (scope !== null) query = query.where(scope)
        } else {
          for (const condition of await conditionsOf(db, who, of, { keywords: input.keywords }, conditions))
            query = query.where(condition)
          if (asked.length > 0) query = query.where('id', 'in', asked)
          if (hasStatus) query = query.where('status', '=', 1)
          if ('inForce' in of.shape) query = query.where('inForce', '=', 1)
          if (options.offered) query = query.where(options.offered(input))
        }
        for (const [column, direction] of orderOf(of, who, {}, conditions))
          query = query.orderBy(column, direction)
        const rows = await query
          .select(['id', title])
          .limit(asked.length > 0 ? 1000 : input.limit)
          .execute()
        return rows.map((row) => ({ value: Number(row.id), label: String(row[title]) }))
      }),
    )
  if (exportRows !== undefined)
    served.push(change(exportRows, (tx, who, input) => startTask(tx, who, exporting, input)))
  if (hasStatus && status !== undefined)
    served.push(
      change(status, async (tx, _who, { id, status: asked }) => {
        const row = await lockRow(tx, of, id)
        if (statusOf(row) === asked) return
        await options.switching?.(tx, row, asked)
        await updateRow(tx, of, row, trust({ status: asked }))
      }),
    )
  const importing = importingOf(of, calls, options, exporting.bizType)
  return {
    name: of.name,
    served,
    exporting,
    importing,
    tasks: [exporting, ...importing],
    registers:
      options.chosen === undefined
        ? []
        : [
            declareEntityRef(
              of.name,
              options.label ?? of.facts.title,
              ...(options.chosen === 'enabled' ? [{ column: 'status', value: 1 }] : []),
            ),
          ],
  }
}

/**
 * The server of a declared master: its usual calls, its export, and its import as declared, to which `options.importing`
 * adds. Calls that the room answers itself are left out of `calls`. Frame §3, §6.
 */
export function serveMaster<
  const E extends Entity,
  In extends Paging,
  Options extends OptionsAsked = OptionsAsked,
>(
  { of, calls, importing }: Pick<Master<E, StandardCalls<In, Options>>, 'of' | 'calls' | 'importing'>,
  options: Omit<StandardOptions<E, NoInfer<In>, NoInfer<Options>>, 'importing'> & {
    importing?: Pick<EntityImport<E>, 'columns' | 'alike' | 'ahead'>
  } = {},
): ServedMaster {
  const { importing: more, ...others } = options
  const sheets = importing && { ...importing, ...more }
  return standardHandlers(of, calls, { ...others, ...(sheets && { importing: sheets }) })
}

/**
 * The masters of a room (`<room>.masters.ts`): `special` are those that it serves with rules of its own (serveMaster). The
 * others can be referred to while they are enabled, where they can be switched off. Frame §3.
 */
export function serveMasters(
  masters: readonly Master[],
  ...special: readonly ServedMaster[]
): ServedMaster[] {
  const own = new Map(special.map((one) => [one.name, one]))
  return masters.map((one) => {
    const { name, shape } = one.of
    const chosen = shape.status?.type === 'flag' ? 'enabled' : 'any'
    return own.get(name) ?? serveMaster(trust<ServableMaster>(one), { chosen })
  })
}

type ServableMaster = Master<Entity, StandardCalls>

/** The import of a master, as its form saves it; none unless the options ask for it. */
function importingOf<const E extends Entity>(
  of: E,
  { save, update, exportRows }: StandardCalls,
  { importing, prepare, saved }: Pick<StandardOptions<E>, 'importing' | 'prepare' | 'saved'>,
  list: string,
): ImportDefinition[] {
  if (importing === undefined) return []
  if (save === undefined || update === undefined || exportRows === undefined)
    throw new Error(`${of.name} is imported by its calls save, update and export`)
  const { lines, ...asked } = importing
  const options: EntityImport<E> = {
    ...asked,
    permission: save.permission,
    source: listOf(list, exportRows),
    async verify(_db, who, _values, before) {
      if (before !== null) demand(who, update.permission)
    },
    ...(prepare === undefined ? {} : { prepare }),
    ...(saved === undefined ? {} : { saved }),
  }
  return [lines === undefined ? importEntity(of, options) : importLines(of, lines, options)]
}

const base = (db: Db, table: string) => loose(db).selectFrom(table)

function idOf(row: unknown): number {
  return trust<{ id: number }>(row).id
}

function statusOf(row: unknown): number | undefined {
  return trust<{ status?: number }>(row).status
}

/** 409 with the given text; reads well inside hooks. */
export function refuseIf(condition: boolean, message: string): void {
  if (condition) throw conflict(message)
}
