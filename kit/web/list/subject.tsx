import { Button } from 'antd'
import type { ReactNode } from 'react'
import { FieldCell, mayShow } from '#kit/fields/web.tsx'
import type { Field, Shape } from '#kit/shared/field.ts'
import { type Act, isOpen, perform } from '#kit/web/actions.tsx'
import { isNone, textOf } from '#kit/web/fieldUi.ts'
import { PageLink } from '#kit/web/shell/PageLink.tsx'
import { Thumb } from '#kit/web/upload/Thumb.tsx'
import { withFirst } from './columns.ts'
import type { ListColumn, ListRow } from './columnsOf.tsx'

/** Fields of a row that say what it is. */
export interface Subject {
  name: string
  /** told beneath the name */
  code?: string | undefined
  /** of its picture, or of its pictures */
  picture?: string | undefined
}

/** What the name of a row opens: a page by its address, or what an action does. */
export interface Opening<R> {
  act: Act<R>
  to?: (row: R) => string
}

/** px: the picture and the gap behind it; the least that a name takes */
const PICTURE = 40
const GAP = 8
const LEAST = 150

const shownField = (shape: Shape, name: string | undefined): [string, Field] | undefined => {
  const field = name === undefined ? undefined : shape[name]
  return name === undefined || field === undefined || !mayShow(field) ? undefined : [name, field]
}

/**
 * The columns of a list with what its rows are as the first: picture, name, beneath it the number. Columns of the picture
 * and of the number alone begin hidden. As they are where the name is no column. Screens §2.
 */
export function withSubject<R extends ListRow>(
  columns: readonly ListColumn<R>[],
  shape: Shape,
  { name, code, picture }: Subject,
  opening: Opening<R> | undefined,
): readonly ListColumn<R>[] {
  const named = columns.find((column) => column.name === name)
  if (named === undefined || named.hidden) return columns
  const number = code === name ? undefined : shownField(shape, code)
  const pictured = shownField(shape, picture)
  const told = [number?.[0], pictured?.[0]].filter((one) => one !== undefined)
  const subject: ListColumn<R> = {
    ...named,
    width: Math.max(LEAST, named.width) + (pictured === undefined ? 0 : PICTURE + GAP),
    align: 'left',
    tells: told,
    reads: [...(named.reads ?? []), ...told],
    render: (row) => (
      <div
        className={number === undefined ? 'k-subject' : 'k-subject k-subject-numbered'}
        title={textOf(row[name])}
      >
        {pictured !== undefined && <Picture value={row[pictured[0]]} label={pictured[1].label} />}
        <div className="k-subject-text">
          <Name row={row} opening={opening}>
            {isNone(row[name]) && name in shape ? codeOf(row, number) : named.render(row)}
          </Name>
          {!isNone(row[name]) && <div className="k-subject-code">{codeOf(row, number)}</div>}
        </div>
      </div>
    ),
  }
  return withFirst(columns, subject, told)
}

/** Its number; what has neither name nor number is known by its id. */
function codeOf(row: ListRow, number: [string, Field] | undefined): ReactNode {
  if (number === undefined) return null
  const [name, field] = number
  return isNone(row[name]) ? null : <FieldCell field={field} name={name} value={row[name]} row={row} />
}

function Name<R>({
  row,
  opening,
  children,
}: {
  row: R
  opening: Opening<R> | undefined
  children: ReactNode
}) {
  if (opening === undefined || !isOpen(opening.act, row))
    return <span className="k-subject-name">{children}</span>
  const { act, to } = opening
  return to === undefined ? (
    <Button
      type="link"
      className="k-link k-subject-name"
      onClick={(event) => {
        event.stopPropagation()
        void perform(act, row)
      }}
    >
      {children}
    </Button>
  ) : (
    <span className="k-subject-name">
      <PageLink to={to(row)}>{children}</PageLink>
    </span>
  )
}

function Picture({ value, label }: { value: unknown; label: string }) {
  const urls = Array.isArray(value) ? value.map(textOf) : isNone(value) ? [] : [textOf(value)]
  return urls.length === 0 ? (
    <span className="k-subject-picture" />
  ) : (
    <span className="k-subject-picture">
      <Thumb urls={urls} label={label} size={PICTURE} />
    </span>
  )
}
