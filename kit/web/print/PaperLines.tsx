import { FieldCell } from '#kit/fields/web.tsx'
import type { Shape } from '#kit/shared/field.ts'
import type { WireRow } from '#kit/web/fieldUi.ts'

interface PaperLinesProps {
  shape: Shape
  /** names of fields, in their order */
  columns: readonly string[]
  rows: readonly WireRow[]
  /** field that tells the rows apart */
  keyed?: string
  /** a last column to be filled in by hand: its title, and what stands in it */
  blank?: string
  mark?: string
}

/** Lines on paper, as their fields show them. Frame §5. */
export function PaperLines({ shape, columns, rows, keyed = 'id', blank, mark = '' }: PaperLinesProps) {
  return (
    <table className="k-paper-lines">
      <thead>
        <tr>
          {columns.map((name) => (
            <th key={name}>{shape[name]?.label}</th>
          ))}
          {blank !== undefined && <th>{blank}</th>}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={String(row[keyed])}>
            {columns.map((name) => {
              const field = shape[name]
              return (
                <td key={name}>
                  {field !== undefined && <FieldCell field={field} name={name} value={row[name]} row={row} />}
                </td>
              )
            })}
            {blank !== undefined && <td>{mark}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
