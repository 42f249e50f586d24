import type { Call, Page } from '#kit/shared/call.ts'
import type { Shape } from '#kit/shared/field.ts'
import { isBlank, isNone, type WireRow } from '#kit/web/fieldUi.ts'
import { Beneath } from '#kit/web/lines/Beneath.tsx'
import { fitting } from '#kit/web/lines/fitting.ts'
import { useRoom } from '#kit/web/lines/useRoom.ts'
import { type ListColumn, type ListRow, listColumns } from '#kit/web/list/columnsOf.tsx'
import { mayCall } from '#kit/web/session.ts'
import { PageLink } from '#kit/web/shell/PageLink.tsx'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { Table } from '#kit/web/Table.tsx'
import { useCall } from '#kit/web/useCall.ts'
import type { InfoPart } from './InfoPage.tsx'

const FEW = 5
const MANY = 50
/** px, of the column that leads to a row and of the others: they wrap, because a record has less room than a list */
const SUBJECT_WIDTH = 220
const COLUMN_WIDTH = 125

interface RelatedProps<R> {
  call: Call<unknown, unknown, unknown, Page<R>>
  /** what narrows its rows to those of the record */
  of: Readonly<Record<string, unknown>>
  /** fields of its rows, the first of which leads to the page of one */
  show: readonly (keyof R & string)[]
  /** address of the page of a row */
  to?(row: NoInfer<R>): string
  /** said when there are none */
  empty: string
  /** address of the list of all of them; left out where none shows just these: more of them then stand here */
  all?: string
}

/** The first rows of another list that belong to a record, with the way to all of them. Screens §3. */
export function Related<R extends ListRow>({ call, of, show, to, empty, all }: RelatedProps<R>) {
  const { data, error, refetch } = useCall(
    call,
    { ...of, page: 1, limit: all === undefined ? MANY : FEW },
    { quiet: true },
  )
  if (data === undefined)
    return error === null ? <Loading rows={2} /> : <ErrorState error={error} onRetry={() => void refetch()} />
  const shape = call.answer.shape ?? {}
  if (data.total === 0) return <p className="k-hint">{empty}</p>
  return (
    <>
      <Rows
        columns={listColumns<R>(shape, {}, show).filter(({ hidden }) => !hidden)}
        shape={shape}
        rows={data.list}
        to={to}
      />
      {all !== undefined && data.total > data.list.length && (
        <PageLink to={all}>查看全部（{data.total}）</PageLink>
      )}
    </>
  )
}

interface RowsProps<R> {
  columns: readonly ListColumn<R>[]
  shape: Shape
  rows: readonly R[]
  to: RelatedProps<R>['to']
}

function Rows<R extends ListRow>({ columns: all, shape, rows, to }: RowsProps<R>) {
  const { place, room } = useRoom()
  const isBlankIn = (name: string, row: WireRow) => {
    const field = shape[name]
    return field === undefined ? isNone(row[name]) : isBlank(field, row[name])
  }
  const fitted = all.map((column, at) => ({
    ...column,
    width: Math.min(column.width, at === 0 ? SUBJECT_WIDTH : COLUMN_WIDTH),
    isEmpty: rows.every((row) => isBlankIn(column.name, row)),
    aside: shape[column.name]?.aside,
  }))
  const { kept, beneath } = fitting(fitted, room)
  const told = (row: R) =>
    beneath
      .filter(({ name }) => !isBlankIn(name, row))
      .map(({ name, title, render }) => ({ name, label: title, content: render(row) }))
  return (
    <div ref={place}>
      <Table<R>
        scroll={{ x: kept.reduce((sum, { width }) => sum + width, 0) }}
        columns={kept.map(({ name, title, width, align, render }, at) => ({
          key: name,
          title,
          width,
          align,
          render: (_: unknown, row: R) =>
            at > 0 ? (
              render(row)
            ) : (
              <>
                {to === undefined ? render(row) : <PageLink to={to(row)}>{render(row)}</PageLink>}
                <Beneath told={told(row)} />
              </>
            ),
        }))}
        dataSource={[...rows]}
      />
    </div>
  )
}

/** The same as a part of the page of a record, for who may ask its call; nothing for others. Screens §3. */
export const relatedPart = <R extends ListRow>(
  key: string,
  label: string,
  props: RelatedProps<R>,
): readonly InfoPart[] => (mayCall(props.call) ? [{ key, label, content: <Related {...props} /> }] : [])
