import { Descriptions } from 'antd'
import type { ReactNode } from 'react'
import { FieldCell, hasPlace } from '#kit/fields/web.tsx'
import type { Shape } from '#kit/shared/field.ts'
import type { WireRow } from '#kit/web/fieldUi.ts'
import { Marked, type Marks } from './changes.tsx'

interface DetailsProps {
  shape: Shape
  row: WireRow
  /** names in their order; all fields the row brings unless given */
  fields?: readonly string[] | undefined
  /** in place of a field's own cell, or lines of the screen's own */
  render?: Readonly<Record<string, { label?: string; cell(row: WireRow): ReactNode }>> | undefined
  /** fields that changed */
  marks?: Marks
  /** in a drawer: two beside each other at most */
  narrow?: boolean
}

/** Lines a description shows below each other rather than beside. */
const WIDE = new Set(['html', 'lines', 'images', 'files', 'longText', 'json'])
const HIDDEN = new Set(['id', 'isDel', 'version', 'createBy', 'updateBy'])
const COLUMNS = { xs: 1, sm: 1, md: 2, lg: 2, xl: 2, xxl: 3 }
const NARROW = { xs: 1, sm: 1, md: 2, lg: 2, xl: 2, xxl: 2 }
const STYLES = { label: { whiteSpace: 'nowrap' }, content: { overflowWrap: 'anywhere' } } as const

/** The fields of a row as description lines; their columns are of one width, so that a long value wraps and takes no other's room. */
export function Details({ shape, row, fields, render = {}, marks = {}, narrow = false }: DetailsProps) {
  const names = (fields ?? Object.keys(shape).filter((name) => !HIDDEN.has(name))).filter((name) => {
    const field = shape[name]
    return name in render || (field !== undefined && hasPlace(field) && (fields !== undefined || name in row))
  })
  return (
    <Descriptions
      size="small"
      bordered
      className={narrow ? 'k-details k-details-narrow' : 'k-details'}
      column={narrow ? NARROW : COLUMNS}
      styles={STYLES}
      items={names.map((name) => {
        const field = shape[name]
        const own = render[name]
        const told = own?.cell(row)
        return {
          key: name,
          label: own?.label ?? field?.label ?? name,
          ...(field !== undefined && WIDE.has(field.type) ? { span: 'filled' as const } : {}),
          children: (
            <Marked mark={marks[name]}>
              {/* An empty text of its own is shown as every empty field is. */}
              {told === '' || told === undefined || told === null
                ? field !== undefined && (
                    <FieldCell field={field} name={name} value={row[name]} row={row} wide />
                  )
                : told}
            </Marked>
          ),
        }
      })}
    />
  )
}
