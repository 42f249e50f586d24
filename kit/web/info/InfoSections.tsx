import type { ReactNode } from 'react'
import { FieldCell } from '#kit/fields/web.tsx'
import type { Shape } from '#kit/shared/field.ts'
import type { ListRow } from '#kit/web/list/columnsOf.tsx'
import { Details } from './Details.tsx'

/** Fields that belong together, in their order. */
export interface InfoSection {
  title: string
  fields: readonly string[]
}

interface InfoSectionsProps<R extends ListRow> {
  shape: Shape
  row: R
  sections: readonly InfoSection[]
  /** in place of fields' own cells */
  cells?: Readonly<Record<string, { label?: string; cell(row: R): ReactNode }>>
  /** fields that only some rows need a line for */
  ifAny?: Readonly<Record<string, (row: R) => boolean>>
}

/** The fields of a row below headings. Frame §5. */
export function InfoSections<R extends ListRow>({
  shape,
  row,
  sections,
  cells = {},
  ifAny = {},
}: InfoSectionsProps<R>) {
  const render = Object.fromEntries(
    Object.entries(cells).map(([name, own]) => [name, { ...own, cell: () => own.cell(row) }]),
  )
  return sections.map(({ title, fields }) => {
    const told = fields.filter((name) => ifAny[name]?.(row) ?? true)
    // Lines are wider than a cell of a description.
    const lines = told.filter((name) => shape[name]?.type === 'lines')
    const others = told.filter((name) => !lines.includes(name))
    return (
      <section key={title} className="k-section">
        <h3 className="k-group-title">{title}</h3>
        {others.length > 0 && <Details shape={shape} row={row} fields={others} render={render} />}
        {lines.map((name) => {
          const field = shape[name]
          return (
            field && (
              <div key={name} className="k-info-lines">
                {field.label !== title && <p className="k-hint">{field.label}</p>}
                {cells[name]?.cell(row) ?? (
                  <FieldCell field={field} name={name} value={row[name]} row={row} wide />
                )}
              </div>
            )
          )
        })}
      </section>
    )
  })
}
