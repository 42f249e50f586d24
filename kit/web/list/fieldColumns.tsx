import { FieldCell, uiOf } from '#kit/fields/web.tsx'
import type { Shape } from '#kit/shared/field.ts'
import { isNone, type WireRow } from '#kit/web/fieldUi.ts'

/**
 * Columns of a table that show fields of its rows, for lists inside of other screens (CallTable): figures stand to the right,
 * and the first, which says what a row is, stays in view. `beneath` names by a field another that is told beneath it, in the
 * same cell. Screens §2.
 */
export const fieldColumns = <R extends WireRow>(
  shape: Shape,
  names: readonly (keyof R & string)[],
  beneath?: { readonly [N in keyof R & string]?: keyof R & string },
) => {
  const cellOf = (name: string, row: R) => {
    const field = shape[name]
    return field && <FieldCell field={field} name={name} value={row[name]} row={row} />
  }
  return names.flatMap((name, at) => {
    const field = shape[name]
    if (field === undefined) return []
    const under = beneath?.[name]
    const render = (row: R) =>
      under === undefined ? (
        cellOf(name, row)
      ) : (
        <>
          {cellOf(name, row)}
          {!isNone(row[under]) && <div className="k-subject-code">{cellOf(under, row)}</div>}
        </>
      )
    return [
      {
        ...{ key: name, title: field.label, width: field.width ?? 100, render },
        align: uiOf(field).align ?? ('left' as const),
        ...(at === 0 ? { fixed: 'left' as const } : {}),
      },
    ]
  })
}
