import { RefFilter } from '#kit/fields/ref/web.tsx'
import {
  ariaOf,
  type CellProps,
  type FieldUi,
  type InputProps,
  isNone,
  NONE,
  placeholderOf,
} from '#kit/web/fieldUi.ts'
import { RefSelect } from '#kit/web/RefSelect.tsx'
import { refFacts, useRefNames } from '#kit/web/refs.ts'

/** The ids of a refs value: comma text on the wire, a list while it is edited. */
export function idsOf(value: unknown): number[] {
  if (isNone(value)) return []
  const parts: unknown[] = Array.isArray(value) ? value : String(value).split(',')
  return parts.map(Number)
}

function RefsInput(props: InputProps) {
  const { field, value, onChange, id, disabled } = props
  const Own = refFacts(field.ref)?.Input
  if (Own !== undefined) return <Own {...props} />
  return (
    <RefSelect
      {...ariaOf(props)}
      many
      field={field}
      value={idsOf(value)}
      id={id}
      creates
      disabled={disabled}
      placeholder={placeholderOf(props, '请选择')}
      onChange={(ids) => onChange(ids.join(','))}
    />
  )
}

function RefsCell({ field, value }: CellProps) {
  const names = useRefNames(field.ref, idsOf(value))
  return <>{names.length === 0 ? NONE : names.map((one) => one.label).join('、')}</>
}

export const refsUi: FieldUi = { Input: RefsInput, Cell: RefsCell, Filter: RefFilter }
