import { FieldCell } from '#kit/fields/web.tsx'
import type { Shape } from '#kit/shared/field.ts'
import { asRecord } from '#kit/shared/record.ts'
import type { WireRow } from '#kit/web/fieldUi.ts'
import type { Changes, Mark } from '#kit/web/info/changes.tsx'

/** What info answers of a document besides its fields, where it was approved before. */
interface Changed {
  readonly id: number
  /** of changeFields: what takes the place of values in force once it is approved */
  readonly pending?: unknown
  /** what was changed since the last approval, and what it said then; null: never approved, or nothing is to be decided */
  readonly changed?: readonly { readonly field: string; readonly before: unknown }[] | null
}

/**
 * What differs from the last approval of a document; null where nothing does, or where it is decided for the first time.
 * Who decides sees it as it will be, with the old values beside it; who reads sees what is in force. Screens §3, catalog §8.1.
 */
export function changesOf<R extends WireRow & Changed>(
  shape: Shape,
  row: R,
  deciding: boolean,
): Changes<R> | null {
  const pending = asRecord(row.pending)
  const waiting = Object.keys(pending).filter((name) => shape[name] !== undefined)
  const logged = (row.changed ?? []).filter(
    ({ field }) => shape[field] !== undefined && !waiting.includes(field),
  )
  if (row.changed == null && waiting.length === 0) return null
  const mark = (label: string, name: string, value: unknown): [string, Mark] => {
    const field = shape[name]
    return [
      name,
      {
        label,
        // The row around it would bring names of what it refers to now.
        value: field && <FieldCell field={field} name={name} value={value} row={{ [name]: value }} wide />,
      },
    ]
  }
  const marks = Object.fromEntries([
    ...logged.map(({ field, before }) => mark('原值', field, before)),
    ...waiting.map((name) =>
      deciding ? mark('原值', name, row[name]) : mark('待审核的新值', name, pending[name]),
    ),
  ])
  const count = Object.keys(marks).length
  return {
    row: deciding ? { ...row, ...withoutNames(waiting), ...pending } : row,
    marks,
    alone: deciding && count > 0,
    note: <span className="k-hint">{noteOf(count, waiting.length, deciding)}</span>,
  }
}

function noteOf(count: number, waiting: number, deciding: boolean): string {
  if (count === 0) return '与上次审核通过时一致'
  const since = `标出的${count}项与上次审核通过时不同`
  if (waiting === 0) return since
  return deciding ? `${since}；审核通过后生效，通过前仍使用原值` : `${waiting}项修改待审核，通过前仍使用原值`
}

/** A row brings the names of what it refers to (unitName of unitId): those of values that wait are looked up. */
const withoutNames = (names: readonly string[]): WireRow =>
  Object.fromEntries(
    names.filter((name) => name.endsWith('Id')).map((name) => [name.replace(/Id$/, 'Name'), '']),
  )
