import { Switch, Tooltip } from 'antd'
import { type ReactNode, useState } from 'react'
import { FieldCell, FieldFilter, hasPlace, mayShow, uiOf } from '#kit/fields/web.tsx'
import type { Call, Page } from '#kit/shared/call.ts'
import type { Entity } from '#kit/shared/entity.ts'
import type { Field, Shape } from '#kit/shared/field.ts'
import { trust } from '#kit/shared/loose.ts'
import { confirm } from '#kit/web/confirm.tsx'
import type { WireRow } from '#kit/web/fieldUi.ts'
import { mayCall } from '#kit/web/session.ts'
import { toastSuccess } from '#kit/web/toast.ts'
import { toastUndo } from '#kit/web/undo.tsx'
import { change } from '#kit/web/useCall.ts'
import type { ListFilter } from './Filters.tsx'

/** A row of a list as it travels. */
export type ListRow = WireRow & { readonly id: number }

/** What a screen says about one column: of a field, or of its own. */
export interface ColumnSetting<R> {
  title?: string
  width?: number
  align?: 'left' | 'right' | 'center'
  render?: (row: R) => ReactNode
  /** fields that render looks at, besides the column's own and those that every row has (`cellOf`) */
  reads?: readonly string[]
  /** not a column, not even in 列设置 */
  off?: boolean
  /** there, but hidden until the person shows it */
  hidden?: boolean
}

export type ColumnSettingsOf<R> = Readonly<Record<string, ColumnSetting<R>>>

export interface ListColumn<R> {
  name: string
  title: string
  width: number
  align: 'left' | 'right' | 'center'
  sortable: boolean
  hidden: boolean
  /** tells a state: a switch, or choices with colours */
  isState?: boolean
  /** fields it shows besides its own */
  reads?: readonly string[]
  /** fields besides its own that it shows as they are: an export of what is seen has them as well */
  tells?: readonly string[]
  render: (row: R) => ReactNode
}

/**
 * How columns show what stands in other fields of a row of type Full; what they name is asked for with the column.
 * `const cell = cellOf<Full>()`, then `brandId: { width: 110, ...cell(['brandName'], (row) => row.brandName) }`.
 */
export const cellOf =
  <Full,>() =>
  <K extends Extract<keyof Full, string>>(
    reads: readonly K[],
    render: (row: Pick<Full, K>) => ReactNode,
  ) => ({
    reads,
    render: (row: unknown) => render(trust<Pick<Full, K>>(row)),
  })

/**
 * What a list call is asked for by `fields`: what the columns in view show, and what `others` look at. The same for the
 * same columns in any order, so that moving one reads nothing anew. Null: the call answers its rows whole.
 */
export function fieldsOf<R>(
  { shape: input, answer: { shape } }: Pick<Call, 'shape' | 'answer'>,
  columns: readonly ListColumn<R>[],
  others: readonly string[],
): string | null {
  if (shape === undefined || !('fields' in input)) return null
  const names = columns.flatMap((one) => [one.name, ...(one.reads ?? [])])
  return [...new Set([...others, ...names])]
    .filter((name) => Object.hasOwn(shape, name))
    .sort()
    .join(',')
}

/** A row of a list as its page sees it: with what it names as `reads`, whatever columns are shown. */
export type Seen<R extends ListRow, K extends keyof R> = Pick<R, K | 'id' | Extract<'version', keyof R>>

/** The same of the rows of a list call: `type Row = RowSeen<typeof calls.list, typeof READS>`. */
export type RowSeen<C, Reads extends readonly PropertyKey[] = readonly []> =
  C extends Call<infer _I, infer _W, infer _O, Page<infer R extends ListRow>>
    ? Seen<R, Extract<Reads[number], keyof R>>
    : never

const WIDTHS: Record<string, number> = {
  int: 90,
  flag: 90,
  choice: 110,
  money: 120,
  decimal: 110,
  date: 110,
  datetime: 150,
  image: 70,
  images: 70,
  longText: 220,
}
const WIDTH = 150
/** Told only when a screen asks for them. */
const SELDOM = new Set(['id'])

/** What a person may not see does not come with the rows: no column of dashes for it either. */
const isForPerson = (field: Field | undefined): boolean => field === undefined || mayShow(field)

/** Structures and long texts stand on the page of their record; a cell cannot show them. */
const NO_CELL = new Set(['json', 'lines', 'html'])

/**
 * The columns of a list: the fields of its answer in declared order, with what the screen says about them. `show` names
 * those that it begins with, in their order; what else is declared stands behind them, hidden until a person wants it.
 * Frame §5.
 */
export function listColumns<R extends ListRow>(
  shape: Shape,
  settings: ColumnSettingsOf<R>,
  show: readonly string[] | undefined,
): ListColumn<R>[] {
  const declared = Object.entries(shape)
    .filter(([name, field]) => field.list !== false && mayShow(field) && !SELDOM.has(name))
    .map(([name]) => name)
  const first = (show ?? [...new Set([...declared, ...Object.keys(settings)])])
    .filter((name) => !settings[name]?.off && isForPerson(shape[name]))
    .map((name) => columnOf(shape, name, settings[name]))
  if (show === undefined) return first
  // What a reference is called stands in its own column.
  const brought = new Set(declared.flatMap((name) => nameBeside(shape, name)))
  const columns = [...first]
  for (const name of declared) {
    const field = shape[name]
    if (show.includes(name) || settings[name]?.off) continue
    const isDrawn = settings[name]?.render !== undefined
    if (!isDrawn && field !== undefined && (NO_CELL.has(field.type) || !hasPlace(field))) continue
    const column = columnOf(shape, name, { ...settings[name], hidden: true })
    if (!brought.has(name) && !columns.some((one) => one.title === column.title)) columns.push(column)
  }
  return columns
}

/** The name that rows bring along with a reference, which its cell then need not ask for. */
const nameBeside = (shape: Shape, name: string): string[] => {
  const beside = name.replace(/Id$/, 'Name')
  return shape[name]?.type === 'ref' && beside !== name && beside in shape ? [beside] : []
}

function columnOf<R extends ListRow>(
  shape: Shape,
  name: string,
  setting: ColumnSetting<R> = {},
): ListColumn<R> {
  const field = shape[name]
  return {
    name,
    title: setting.title ?? field?.label ?? name,
    width: setting.width ?? field?.width ?? WIDTHS[field?.type ?? ''] ?? WIDTH,
    align: setting.align ?? (field === undefined ? 'left' : (uiOf(field).align ?? 'left')),
    sortable: field?.sortable ?? false,
    hidden: setting.hidden ?? false,
    isState: field?.type === 'flag' || (field?.choices?.some((one) => one.means !== undefined) ?? false),
    reads: setting.reads ?? nameBeside(shape, name),
    render: (row) => {
      if (setting.render !== undefined) return setting.render(row)
      return field === undefined ? null : <FieldCell field={field} name={name} value={row[name]} row={row} />
    },
  }
}

/** The filters an entity declares. */
export function declaredFilters(of: Entity): ListFilter[] {
  return Object.entries(of.all)
    .filter(([, field]) => field.filter && hasPlace(field) && uiOf(field).Filter !== undefined)
    .map(([name, field]) => fieldFilter(name, field))
}

const NO_ROW = {}

/** A filter of the type of a field, e.g. for a figure that the list joins. */
export function fieldFilter(name: string, field: Field): ListFilter {
  return {
    name,
    label: field.label,
    render: (value, onChange, id) => <FieldFilter field={field} value={value} onChange={onChange} id={id} />,
    words: (value) =>
      value.split(',').map((one) => (
        <span key={one} className="k-among">
          <FieldCell field={field} name={name} value={one} row={NO_ROW} />
        </span>
      )),
  }
}

interface StatusSwitchProps {
  field: Field
  row: ListRow
  call: Call
  /** of the field; status unless given */
  name?: string
  /** asked before the row is switched off */
  prompt?: string
  /** why this row cannot be switched */
  off?: string | null
  /** what the call takes; id and the new state unless given */
  input?(on: boolean): Record<string, unknown>
  /** gets the answer, when it says more than that it is done */
  told?(answer: unknown): void
}

/** 启停 in the list itself; a person without the permission sees the state. */
export function StatusSwitch(props: StatusSwitchProps) {
  const { field, row, call, name = 'status', prompt, off = null, input, told } = props
  const [running, setRunning] = useState(false)
  const value = row[name]
  if (!mayCall(call)) return <FieldCell field={field} name={name} value={value} row={row} />
  const toggle = async (on: boolean) => {
    if (!on && prompt !== undefined && !(await confirm(prompt))) return
    setRunning(true)
    try {
      const asked = (to: boolean) => input?.(to) ?? { id: row.id, [name]: to ? 1 : 0 }
      const answer = await change(call, asked(on))
      const now = field.choices?.find((one) => one.value === (on ? 1 : 0))?.label ?? ''
      const text = `操作成功，${field.label}改为${now}`
      // What is asked about before has consequences that switching it back does not undo.
      if (prompt === undefined) toastUndo(text, () => change(call, asked(!on), { success: '已撤销' }))
      else toastSuccess(text)
      told?.(answer)
    } catch {
      // The refusal has been shown; the switch stays as the row is.
    } finally {
      setRunning(false)
    }
  }
  const checked = value === 1
  const control = (
    <Switch
      size="small"
      checked={checked}
      loading={running}
      disabled={off !== null}
      aria-label={`${field.label}：${field.choices?.find((one) => one.value === value)?.label ?? ''}`}
      onChange={(on) => void toggle(on)}
    />
  )
  return off === null ? control : <Tooltip title={off}>{control}</Tooltip>
}
