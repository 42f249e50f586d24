import { lazy, Suspense } from 'react'
import type { Field } from '#kit/shared/field.ts'
import {
  type CellProps,
  type FieldUi,
  type FilterProps,
  type InputProps,
  NONE,
  textOf,
} from '#kit/web/fieldUi.ts'
import { refFacts } from '#kit/web/refs.ts'
import { hasPermission } from '#kit/web/session.ts'
import { Busy } from '#kit/web/states/Busy.tsx'
import { choiceUi } from './choice/web.tsx'
import { dateUi } from './date/web.tsx'
import { datetimeUi } from './datetime/web.tsx'
import { decimalUi } from './decimal/web.tsx'
import { dictUi } from './dict/web.tsx'
import { filesUi } from './files/web.tsx'
import { flagUi } from './flag/web.tsx'
import { hourRangeUi } from './hourRange/web.tsx'
import { htmlUi } from './html/web.tsx'
import { imageUi } from './image/web.tsx'
import { imagesUi } from './images/web.tsx'
import { intUi } from './int/web.tsx'
import { jsonUi } from './json/web.tsx'
import { moneyUi } from './money/web.tsx'
import { monthUi } from './month/web.tsx'
import { refUi } from './ref/web.tsx'
import { refsUi } from './refs/web.tsx'
import { longTextUi, textUi } from './text/web.tsx'
import { textsUi } from './texts/web.tsx'

const LinesInput = lazy(() => import('./lines/web.tsx'))
const LinesView = lazy(() => import('#kit/web/lines/LinesView.tsx'))

/** A line table is made of the other fields, hence loaded by itself and not part of the circle. */
const linesUi: FieldUi = {
  Input: (props) => (
    <Suspense fallback={<Busy />}>
      <LinesInput {...props} />
    </Suspense>
  ),
  Cell: (props) =>
    props.wide ? (
      <Suspense fallback={<Busy />}>
        <LinesView {...props} />
      </Suspense>
    ) : (
      `${Array.isArray(props.value) ? props.value.length : 0}行`
    ),
}

const idText: FieldUi = { Input: textUi.Input, Cell: ({ value }) => textOf(value) || NONE }

/** One line per field type; a new type adds its line here. */
const known: Record<string, FieldUi> = {
  text: textUi,
  longText: longTextUi,
  texts: textsUi,
  hourRange: hourRangeUi,
  html: htmlUi,
  int: intUi,
  decimal: decimalUi,
  money: moneyUi,
  month: monthUi,
  flag: flagUi,
  choice: choiceUi,
  dict: dictUi,
  ref: refUi,
  refs: refsUi,
  date: dateUi,
  datetime: datetimeUi,
  image: imageUi,
  images: imagesUi,
  files: filesUi,
  lines: linesUi,
  json: jsonUi,
  ids: idText,
}

/** How a field looks. Error for a type without a line here. */
export function uiOf(field: Field): FieldUi {
  const found = known[field.type]
  if (found === undefined) throw new Error(`Field type ${field.type} has no screen part`)
  return found
}

/** Whether the person may see the field at all. */
export function mayShow(field: Field): boolean {
  return field.permission === undefined || hasPermission(field.permission)
}

/** Whether a field can be filled in and read here: what refers to rows of a room that is not there has no place. */
export function hasPlace(field: Field): boolean {
  return mayShow(field) && (field.ref === undefined || refFacts(field.ref) !== undefined)
}

/** The form input of a field. */
export function FieldInput(props: InputProps) {
  const { Input } = uiOf(props.field)
  return <Input {...props} />
}

/** The value of a field in a list or a description. */
export function FieldCell(props: CellProps) {
  const { Cell } = uiOf(props.field)
  return <Cell {...props} />
}

/** The filter of a field above a list; nothing for types lists cannot be filtered by. */
export function FieldFilter(props: FilterProps) {
  const { Filter } = uiOf(props.field)
  return Filter === undefined ? null : <Filter {...props} />
}
