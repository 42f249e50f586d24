import type { ReactNode } from 'react'
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
  return sections.map(({ title, fields }) => (
    <section key={title} className="k-section">
      <h3 className="k-group-title">{title}</h3>
      <Details
        shape={shape}
        row={row}
        fields={fields.filter((name) => ifAny[name]?.(row) ?? true)}
        render={render}
      />
    </section>
  ))
}
