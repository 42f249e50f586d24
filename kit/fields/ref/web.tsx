import {
  ariaOf,
  type CellProps,
  type FieldUi,
  type FilterProps,
  type InputProps,
  isNone,
  NONE,
  placeholderOf,
  textOf,
} from '#kit/web/fieldUi.ts'
import { RefSelect } from '#kit/web/RefSelect.tsx'
import { refFacts, useRefNames } from '#kit/web/refs.ts'

// 0 stands for "none" (the root of a tree).
const idsOf = (value: unknown): number[] => (isNone(value) || Number(value) === 0 ? [] : [Number(value)])

function RefInput(props: InputProps) {
  const { field, value, onChange, id, disabled } = props
  const Own = refFacts(field.ref)?.Input
  if (Own !== undefined) return <Own {...props} />
  return (
    <RefSelect
      {...ariaOf(props)}
      field={field}
      value={idsOf(value)}
      id={id}
      creates
      disabled={disabled}
      placeholder={placeholderOf(props, '请选择')}
      onChange={([chosen]) => onChange(chosen ?? field.initial ?? null)}
    />
  )
}

/** Rows often bring the name along: unitId and unitName. */
function RefCell({ field, name, value, row }: CellProps) {
  const brought = row[name.replace(/Id$/, 'Name')]
  const known = name.endsWith('Id') && typeof brought === 'string' && brought !== ''
  const [found] = useRefNames(field.ref, known ? [] : idsOf(value))
  if (known) return <>{brought}</>
  return <>{found?.label ?? NONE}</>
}

export function RefFilter({ field, value, onChange, id }: FilterProps) {
  const Own = refFacts(field.ref)?.Input
  if (Own !== undefined)
    return (
      <Own
        field={field}
        value={value}
        placeholder="全部"
        onChange={(chosen) => onChange(textOf(chosen))}
        {...(id === undefined ? {} : { id })}
      />
    )
  return (
    <RefSelect
      field={field}
      value={value === '' ? [] : value.split(',').map(Number)}
      id={id}
      placeholder="全部"
      onChange={(ids) => onChange(textOf(ids.join(',')))}
    />
  )
}

export const refUi: FieldUi = { Input: RefInput, Cell: RefCell, Filter: RefFilter }
