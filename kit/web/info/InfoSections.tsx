import type { ReactNode } from 'react'
import { FieldCell, hasPlace } from '#kit/fields/web.tsx'
import type { Shape } from '#kit/shared/field.ts'
import type { ListRow } from '#kit/web/list/columnsOf.tsx'
import { Marked, type Marks } from './changes.tsx'
import { Details } from './Details.tsx'

/** Fields that belong together, in their order. */
export interface InfoSection {
  title: string
  fields: readonly string[]
}

/** What a page or a task says of a row, below headings. */
export interface Facts<R> {
  /** what the fields are; those of the answer unless given */
  shape?: Shape
  sections: readonly InfoSection[]
  /** in place of fields' own cells */
  cells?: Readonly<Record<string, { label?: string; cell(row: R): ReactNode }>>
  /** fields that only some rows need a line for */
  ifAny?: Readonly<Record<string, (row: R) => boolean>>
  /** fields that changed */
  marks?: Marks
}

/** The sections that have something to say of a row to this person, with the fields that do. */
export function toldSections<R>(
  { shape = {}, sections, cells = {}, ifAny = {} }: Facts<R>,
  row: R,
): readonly InfoSection[] {
  const isTold = (name: string) => {
    const field = shape[name]
    return (name in cells || (field !== undefined && hasPlace(field))) && (ifAny[name]?.(row) ?? true)
  }
  return sections
    .map(({ title, fields }) => ({ title, fields: fields.filter(isTold) }))
    .filter(({ fields }) => fields.length > 0)
}

interface InfoSectionsProps<R> extends Facts<R> {
  shape: Shape
  row: R
  /** of the element of a section, for those who lead to it */
  idOf?(title: string): string
}

/** The fields of a row below headings. Frame §5. */
export function InfoSections<R extends ListRow>({ row, idOf, ...facts }: InfoSectionsProps<R>) {
  const { shape, cells = {}, marks = {} } = facts
  const render = Object.fromEntries(
    Object.entries(cells).map(([name, own]) => [name, { ...own, cell: () => own.cell(row) }]),
  )
  return toldSections(facts, row).map(({ title, fields }) => {
    // Lines are wider than a cell of a description.
    const lines = fields.filter((name) => shape[name]?.type === 'lines')
    const others = fields.filter((name) => !lines.includes(name))
    return (
      <section key={title} className="k-section" id={idOf?.(title)}>
        <h3 className="k-group-title">{title}</h3>
        {others.length > 0 && (
          <Details shape={shape} row={row} fields={others} render={render} marks={marks} />
        )}
        {lines.map((name) => {
          const field = shape[name]
          return (
            field && (
              <div key={name} className="k-info-lines">
                {field.label !== title && <p className="k-hint">{field.label}</p>}
                <Marked mark={marks[name]}>
                  {cells[name]?.cell(row) ?? (
                    <FieldCell field={field} name={name} value={row[name]} row={row} wide />
                  )}
                </Marked>
              </div>
            )
          )
        })}
      </section>
    )
  })
}
