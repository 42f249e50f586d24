import { Checkbox } from 'antd'
import { type Key, type ReactNode, useState } from 'react'
import { type Act, Acts, isOpen, WORDS_OF_ROW } from '#kit/web/actions.tsx'
import { StateTag } from '#kit/web/StateTag.tsx'
import { useLayout } from '#kit/web/shell/layout.ts'
import { Table } from '#kit/web/Table.tsx'
import { SIZES } from '#kit/web/theme.ts'
import { useIsPhone } from '#kit/web/useScreen.ts'
import type { ListColumn, ListRow } from './columnsOf.tsx'
import type { ListState } from './useListState.ts'

interface RowsProps<R extends ListRow> {
  rows: readonly R[]
  /** of these those that stay in view only because something was just done with them (useKeptRows) */
  kept?: ReadonlySet<number>
  columns: readonly ListColumn<R>[]
  acts: readonly Act<R>[]
  /** the answer to the last change of the filters is still on its way */
  waiting: boolean
  state: Pick<ListState, 'sortBy' | 'sortOrder' | 'set'>
  /** chosen rows by id; undefined: nothing can be done with several */
  chosen?: ReadonlyMap<number, R> | undefined
  onChoose(rows: ReadonlyMap<number, R>): void
  empty: ReactNode
  expand?: ((row: R) => ReactNode) | undefined
  /** in a dialog or drawer, where the head of the page does not lie over it */
  inDialog?: boolean
  /** a row of sums below the table, by column name */
  sums?: Readonly<Record<string, ReactNode>> | undefined
}

/** px: padding of the cell, the gap behind a link */
const CELL = 18
const GAP = 8
/** the width of 更多 with its arrow, in characters */
const MORE = 4

/** The rows of a list: a table, on phones cards. */
export function Rows<R extends ListRow>(props: RowsProps<R>) {
  const phone = useIsPhone()
  return phone ? <Cards {...props} /> : <AsTable {...props} />
}

function AsTable<R extends ListRow>(props: RowsProps<R>) {
  const { rows, kept, columns, acts, waiting, state, chosen, onChoose, empty, expand, sums, inDialog } = props
  const character = SIZES[useLayout().density].text
  const room = Math.max(0, ...rows.map((row) => roomOf(acts, row, character)))
  const actions = {
    key: 'actions',
    title: '操作',
    fixed: 'end' as const,
    width: CELL + room,
    render: (_: unknown, row: R) => <Acts acts={acts} target={row} link />,
  }
  const drawn = [
    ...columns.map((column, index) => ({
      key: column.name,
      title: column.title,
      width: column.width,
      align: column.align,
      render: (_: unknown, row: R) =>
        index === 0 && kept?.has(row.id) ? <Kept>{column.render(row)}</Kept> : column.render(row),
      ...(column.sortable
        ? {
            sorter: true,
            sortOrder: orderOf(state, column.name),
          }
        : {}),
    })),
    ...(room > 0 ? [actions] : []),
  ]
  const width = drawn.reduce((sum, column) => sum + column.width, 0)
  return (
    <Table<R>
      className={acts.length > 0 ? 'k-table k-with-acts' : 'k-table'}
      columns={drawn}
      dataSource={[...rows]}
      loading={waiting}
      {...(inDialog ? {} : { sticky: { offsetHeader: headerHeight() } })}
      scroll={{ x: width }}
      locale={{ emptyText: empty, triggerDesc: '点击降序', triggerAsc: '点击升序', cancelSort: '取消排序' }}
      {...(chosen === undefined
        ? {}
        : {
            rowSelection: {
              selectedRowKeys: [...chosen.keys()],
              preserveSelectedRowKeys: true,
              columnWidth: 40,
              onChange: (keys: Key[], found: (R | undefined)[]) => onChoose(chosenOf(keys, found, chosen)),
            },
          })}
      {...(expand === undefined ? {} : { expandable: { expandedRowRender: expand } })}
      {...(sums === undefined
        ? {}
        : {
            summary: () => <SumRow columns={drawn} sums={sums} lead={chosen ? 1 : 0} />,
          })}
      onChange={(_page, _filters, sorter) => {
        const one = Array.isArray(sorter) ? sorter[0] : sorter
        const name = one?.order ? String(one.columnKey) : ''
        state.set({ sortBy: name, sortOrder: one?.order === 'ascend' ? 'asc' : 'desc' })
      }}
    />
  )
}

/** What says of a row why it is there. Screens §5. */
function Kept({ children }: { children: ReactNode }) {
  return (
    <>
      {children}
      <span className="k-moved" title="按现在的筛选和排序，它已不在这一页；再次查询后不再显示">
        <StateTag label="已移出本页" />
      </span>
    </>
  )
}

/** The width the links of a row take. */
function roomOf<R>(acts: readonly Act<R>[], row: R, character: number): number {
  const shown = acts.filter((one) => isOpen(one, row)).slice(0, WORDS_OF_ROW)
  const characters = shown.reduce((sum, one) => sum + one.label.length, 0)
  const more = acts.filter((one) => one.may(row)).length > shown.length ? MORE * character + GAP : 0
  return characters * character + shown.length * GAP + more
}

/** The shell's header stays in view; the head of the table stands below it. */
function headerHeight(): number {
  return document.querySelector<HTMLElement>('.ts-fixed .ts-header')?.offsetHeight ?? 0
}

function orderOf(state: Pick<ListState, 'sortBy' | 'sortOrder'>, name: string): 'ascend' | 'descend' | null {
  if (state.sortBy !== name) return null
  return state.sortOrder === 'asc' ? 'ascend' : 'descend'
}

// Rows of other pages are not in the table; what is known of them is kept.
function chosenOf<R extends ListRow>(
  keys: readonly Key[],
  found: readonly (R | undefined)[],
  before: ReadonlyMap<number, R>,
): ReadonlyMap<number, R> {
  const next = new Map<number, R>()
  keys.forEach((key, index) => {
    const row = found[index] ?? before.get(Number(key))
    if (row !== undefined) next.set(Number(key), row)
  })
  return next
}

interface SumRowProps {
  columns: readonly { readonly key: string; readonly align?: 'left' | 'right' | 'center' }[]
  sums: Readonly<Record<string, ReactNode>>
  /** cells before the first column */
  lead: number
}

function SumRow({ columns, sums, lead }: SumRowProps) {
  return (
    <Table.Summary fixed>
      <Table.Summary.Row>
        {lead > 0 && <Table.Summary.Cell index={0} />}
        {columns.map(({ key, align = 'left' }, index) => (
          <Table.Summary.Cell key={key} index={index + lead} align={align}>
            {sums[key] ?? (index === 0 ? '合计' : null)}
          </Table.Summary.Cell>
        ))}
      </Table.Summary.Row>
    </Table.Summary>
  )
}

/** So many facts of a card are in view besides its name and its states. Screens §2. */
const FACTS = 2

/** The facts of a card: those in view, figures first, and the others. */
function factsOf<R>(columns: readonly ListColumn<R>[]): [ListColumn<R>[], ListColumn<R>[]] {
  const figures = columns.filter((one) => one.align === 'right')
  const shown = [...figures, ...columns.filter((one) => one.align !== 'right')].slice(0, FACTS)
  return [columns.filter((one) => shown.includes(one)), columns.filter((one) => !shown.includes(one))]
}

function Cards<R extends ListRow>(props: RowsProps<R>) {
  const { rows, columns, acts, waiting, chosen, onChoose, empty, expand } = props
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set())
  // A number says nothing to a person: the head is the first column that does.
  const telling = columns.filter((column) => column.name !== 'id')
  // A code that SAP has yet to give tells nothing either.
  const headOf = (row: R) =>
    telling.find((column) => Reflect.get(row, column.name) !== '') ?? telling[0] ?? columns[0]
  if (rows.length === 0) return <>{empty}</>
  const choose = (row: R, on: boolean) => {
    const next = new Map(chosen)
    if (on) next.set(row.id, row)
    else next.delete(row.id)
    onChoose(next)
  }
  const all = rows.every((row) => chosen?.has(row.id))
  const chooseAll = (on: boolean) => {
    const next = new Map(chosen)
    for (const row of rows)
      if (on) next.set(row.id, row)
      else next.delete(row.id)
    onChoose(next)
  }
  return (
    <ul className="k-cards" aria-busy={waiting}>
      {chosen !== undefined && rows.length > 1 && (
        <li>
          <Checkbox
            checked={all}
            indeterminate={!all && rows.some((row) => chosen.has(row.id))}
            onChange={(event) => chooseAll(event.target.checked)}
          >
            全选本页
          </Checkbox>
        </li>
      )}
      {rows.map((row) => {
        const head = headOf(row)
        const body = columns.filter((column) => column !== head)
        const [shown, others] = factsOf(body.filter((column) => !column.isState))
        return (
          <li key={row.id} className="k-card" data-row-key={row.id}>
            <div className="k-card-head">
              {chosen !== undefined && (
                <Checkbox
                  checked={chosen.has(row.id)}
                  aria-label="选择"
                  onChange={(event) => choose(row, event.target.checked)}
                />
              )}
              <strong>
                {props.kept?.has(row.id) ? <Kept>{head?.render(row)}</Kept> : head?.render(row)}
              </strong>
            </div>
            <Facts row={row} columns={[...body.filter((column) => column.isState), ...shown]} />
            {(others.length > 0 || expand !== undefined) && (
              <details
                className="k-card-more"
                onToggle={(event) => {
                  if (event.currentTarget.open) setOpened((now) => new Set(now).add(row.id))
                }}
              >
                <summary>展开</summary>
                <Facts row={row} columns={others} />
                {opened.has(row.id) && expand?.(row)}
              </details>
            )}
            <Acts acts={acts} target={row} link />
          </li>
        )
      })}
    </ul>
  )
}

function Facts<R>({ row, columns }: { row: R; columns: readonly ListColumn<R>[] }) {
  return (
    <dl>
      {columns.map((column) => (
        <div key={column.name}>
          <dt>{column.title}</dt>
          <dd>{column.render(row)}</dd>
        </div>
      ))}
    </dl>
  )
}
