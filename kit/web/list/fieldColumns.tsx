import { FieldCell } from '#kit/fields/web.tsx'
import type { Shape } from '#kit/shared/field.ts'
import type { WireRow } from '#kit/web/fieldUi.ts'

/** Columns of a table that show fields of its rows, for lists inside of other screens (CallTable). */
export const fieldColumns = <R extends WireRow>(shape: Shape, names: readonly (keyof R & string)[]) =>
  names.flatMap((name) => {
    const field = shape[name]
    if (field === undefined) return []
    const render = (row: R) => <FieldCell field={field} name={name} value={row[name]} row={row} />
    return [{ key: name, title: field.label, width: field.width ?? 100, render }]
  })
