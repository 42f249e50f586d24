import { z } from 'zod'
import type { Entity } from '#kit/shared/entity.ts'
import { type Field, missingText, type Shape } from '#kit/shared/field.ts'
import { trust } from '#kit/shared/loose.ts'
import type { Db } from './database.ts'
import type { ImportColumn, ImportDefinition, ImportRow, RowError } from './fileTask.ts'
import { inWords, rowsInOrder } from './importCells.ts'
import { type EntityImport, importEntity, namedText } from './importEntity.ts'
import { readRefs } from './importNames.ts'
import type { Who } from './who.ts'

type Values = Record<string, unknown>

/** A column of a line: a row may leave all of them blank, so what is required of a line is asked for once it has begun. */
interface LineColumn {
  /** field of the entity that holds the lines */
  list: string
  name: string
  field: Field
  column: ImportColumn
}

function lineColumns(of: Entity, lists: readonly string[]): LineColumn[] {
  const all = lists.flatMap((list) =>
    Object.entries(of.shape[list]?.shape ?? {})
      .filter(([, field]) => !field.readOnly)
      .map(([name, field]) => ({ list, name, field })),
  )
  const times = Map.groupBy(all, ({ field }) => field.label)
  return all.map(({ list, name, field }) => {
    const isHead = Object.values(of.shape).some((one) => one.label === field.label)
    const isTwice = isHead || (times.get(field.label)?.length ?? 0) > 1
    const title = isTwice ? `${of.shape[list]?.label ?? ''}${field.label}` : field.label
    const read = field.ref === undefined ? field : namedText(title)
    const schema = z.preprocess((value) => value, read.schema.optional())
    return {
      list,
      name,
      field,
      column: {
        name: `${list}.${name}`,
        title,
        field: trust<Field>({ ...read, required: false, schema }),
        required: false,
        ...(field.required ? { requiredWhen: `填写该行${of.shape[list]?.label ?? ''}时必填` } : {}),
      },
    }
  })
}

/** Neighbouring rows with the same key are one record. */
function grouped(rows: readonly ImportRow[], keyOf: (row: ImportRow) => string): ImportRow[][] {
  const groups: ImportRow[][] = []
  for (const row of rows) {
    const last = groups.at(-1)
    if (last?.[0] !== undefined && keyOf(last[0]) === keyOf(row)) last.push(row)
    else groups.push([row])
  }
  return groups
}

/**
 * As importEntity, of an entity whose fields `lists` hold lines: a row for each line, and for each record as many
 * neighbouring rows of one title (one key, where the system gives the title) as its longest list has lines. What is not of
 * a line is read from the first of them.
 */
export function importLines<const E extends Entity>(
  of: E,
  lists: readonly string[],
  options: EntityImport<E>,
): ImportDefinition {
  const records = importEntity(of, options)
  const lines = lineColumns(of, lists)
  const [key = ''] = [options.key ?? []].flat()
  // A document is called by its number, which no sheet gives.
  const title = of.shape[of.facts.title]?.readOnly === true ? key : of.facts.title
  const keyOf = ({ values }: ImportRow): string => String(values[title] ?? '').toLowerCase()

  /** The lines of rows, in a list for each field; and what is wrong with them. */
  async function linesOf(db: Db, who: Who, rows: readonly ImportRow[]) {
    const errors: RowError[] = []
    const list = rows.map(({ rowNo, values }) => ({ rowNo, values: { ...values } }))
    for (const { field, column } of lines)
      if (field.ref !== undefined)
        errors.push(...(await readRefs(db, who, column.name, { ...field, label: column.title }, list)))
    const blank = (row: ImportRow, column: ImportColumn): boolean =>
      row.values[column.name] === undefined || row.values[column.name] === ''
    const told = new Map<number, Values>()
    for (const [index, row] of rows.entries()) {
      const made: Values = {}
      for (const name of lists) {
        const own = lines.filter((one) => one.list === name)
        if (own.every(({ column }) => blank(row, column))) continue
        made[name] = Object.fromEntries(
          own.map(({ name: key, field, column }) => {
            if (!blank(row, column)) return [key, list[index]?.values[column.name]]
            if (field.required)
              errors.push({
                rowNo: row.rowNo,
                column: column.title,
                message: missingText(field.type, column.title),
              })
            return [key, field.many ? [] : (field.initial ?? (field.type === 'text' ? '' : null))]
          }),
        )
      }
      told.set(row.rowNo, made)
    }
    return { told, errors }
  }

  async function recordsOf(db: Db, who: Who, rows: readonly ImportRow[]) {
    const { told, errors } = await linesOf(db, who, rows)
    const made = grouped(rows, keyOf).flatMap((own): ImportRow[] => {
      const [head] = own
      if (head === undefined) return []
      const values = Object.fromEntries(Object.entries(head.values).filter(([name]) => !name.includes('.')))
      for (const name of lists) {
        const list = own.flatMap((row) => told.get(row.rowNo)?.[name] ?? [])
        values[name] = list
        const { label = '', min = 0 } = of.shape[name] ?? {}
        if (list.length < min)
          errors.push({ rowNo: head.rowNo, column: label, message: `${label}至少${min}行` })
      }
      return [{ rowNo: head.rowNo, values }]
    })
    return { made, errors }
  }

  return {
    ...records,
    columns: [...records.columns, ...lines.map(({ column }) => column)],
    notes: [
      `${of.shape[title]?.label ?? ''}相同的相邻行组成一条记录，其他信息取其第一行，每行一条明细`,
      ...(records.notes ?? []),
    ],
    groupBy: keyOf,
    async check(db, who, rows, memory, ask) {
      const { made, errors } = await recordsOf(db, who, rows)
      return [...errors, ...(await records.check(db, who, made, memory, ask))]
    },
    async write(tx, who, rows, memory, ask) {
      const { made, errors } = await recordsOf(tx, who, rows)
      return errors.length > 0 ? errors : records.write(tx, who, made, memory, ask)
    },
    async stored(db, who, ids) {
      const heads = await records.stored(db, who, ids)
      const rows = await rowsInOrder(db, of, ids)
      const shapes: [string, Shape][] = lists.map((name) => [name, of.shape[name]?.shape ?? {}])
      const sheets: Values[] = []
      for (const [index, row] of rows.entries()) {
        const told = await Promise.all(
          shapes.map(async ([name, shape]) => {
            const list = await inWords(db, who, Object.entries(shape), trust<Values[]>(row[name]))
            return list.map((line) =>
              Object.fromEntries(Object.entries(line).map(([key, value]) => [`${name}.${key}`, value])),
            )
          }),
        )
        const count = Math.max(1, ...told.map((list) => list.length))
        for (let at = 0; at < count; at++)
          sheets.push(Object.assign({}, heads[index], ...told.map((list) => list[at] ?? {})))
      }
      return sheets
    },
  }
}
