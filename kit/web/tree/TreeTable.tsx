import { Button, Input, Space } from 'antd'
import { type DragEvent, type ReactNode, useDeferredValue, useMemo, useState } from 'react'
import { trust } from '#kit/shared/loose.ts'
import { type Act, Acts } from '#kit/web/actions.tsx'
import { textOf } from '#kit/web/fieldUi.ts'
import { Empty } from '#kit/web/states/Empty.tsx'
import { Table } from '#kit/web/Table.tsx'
import { useIsPhone } from '#kit/web/useScreen.ts'
import { branches, countOpen, filterTree, idsBelow, type Place, type TreeRow } from './tree.ts'

export interface TreeColumn<R> {
  name: string
  title: string
  width?: number
  align?: 'right'
  render?(row: R): ReactNode
}

interface TreeTableProps<R extends TreeRow> {
  rows: readonly R[]
  loading?: boolean
  /** the first one carries the tree */
  columns: readonly TreeColumn<R>[]
  actions?: readonly Act<R>[]
  /** field that 搜索 looks at; a hit shows with its ancestors */
  searched?: keyof R & string
  /** a node was dragged; left out: nothing can be dragged */
  onMove?(moved: R, target: R, place: Place): unknown
  /** why a node may not go there, besides into itself */
  mayMove?(moved: R, target: R, place: Place): boolean
  /** everything stands open at first, not only the roots */
  opened?: boolean
  /** before 搜索 */
  top?: ReactNode
  /** where there are no rows at all */
  empty?: ReactNode
}

/** More rows than these are drawn only while they are in view. */
const VIRTUAL_FROM = 100
/** Then the rows are scrolled by themselves: what stands above and below them takes so many px, and they take no less than these. */
const AROUND = 290
const LEAST_HEIGHT = 320

const COLUMN_WIDTH = 120
const FIRST_WIDTH = 240
/** There the second column shall be in view as well. */
const FIRST_WIDTH_ON_PHONES = 190
const ACTIONS_WIDTH = 200
/** On phones all actions stand behind 更多. */
const MORE_WIDTH = 76

/** A tree as a table: expands, searches, and takes a new order by dragging. Catalog §2.1. */
export function TreeTable<R extends TreeRow>(props: TreeTableProps<R>) {
  const { rows, loading = false, columns, actions, searched, onMove, mayMove, opened, top, empty } = props
  const phone = useIsPhone()
  const [typed, setTyped] = useState('')
  // What is typed shows at once, the rows that fit as soon as they are drawn.
  const words = useDeferredValue(typed)
  const [open, setOpen] = useState<readonly number[] | null>(null)
  const [moved, setMoved] = useState<R | null>(null)
  const [over, setOver] = useState<{ id: number; place: Place } | null>(null)
  const shown = useMemo(() => {
    const sought = words.trim().toLowerCase()
    if (sought === '' || searched === undefined) return rows
    return trust<R[]>(filterTree(rows, (row) => textOf(row[searched]).toLowerCase().includes(sought)))
  }, [rows, words, searched])
  // A search opens all that is left; otherwise what the person opened, and at first the roots.
  const first = useMemo(() => (opened ? branches(rows) : rows.map((row) => row.id)), [rows, opened])
  const expanded = useMemo(
    () => (words.trim() === '' ? (open ?? first) : branches(shown)),
    [words, open, first, shown],
  )
  const virtual = useMemo(() => countOpen(shown, new Set(expanded)) > VIRTUAL_FROM, [shown, expanded])

  const dragging = (row: R) => {
    if (onMove === undefined || words.trim() !== '') return {}
    const fits = (place: Place) =>
      moved !== null && !idsBelow(moved).includes(row.id) && (mayMove?.(moved, row, place) ?? true)
    return {
      draggable: true,
      className: over?.id === row.id ? `k-drag k-over-${over.place}` : 'k-drag',
      title: over?.id === row.id ? WORDS[over.place] : undefined,
      onDragStart: () => setMoved(row),
      onDragEnd: () => {
        setMoved(null)
        setOver(null)
      },
      onDragOver: (event: DragEvent<HTMLElement>) => {
        const place = placeOf(event)
        if (!fits(place)) return
        event.preventDefault()
        if (over?.id !== row.id || over.place !== place) setOver({ id: row.id, place })
      },
      onDrop: (event: DragEvent<HTMLElement>) => {
        event.preventDefault()
        const place = placeOf(event)
        if (moved !== null && fits(place)) void onMove(moved, row, place)
        setMoved(null)
        setOver(null)
      },
    }
  }
  const drawn = [
    ...columns.map((column, at) => ({
      key: column.name,
      title: column.title,
      width: widthOf(column.width, at, phone),
      align: column.align ?? ('left' as const),
      render: (_: unknown, row: R) => column.render?.(row) ?? textOf(row[column.name]),
    })),
    ...(actions === undefined
      ? []
      : [
          {
            key: 'actions',
            title: '操作',
            width: phone ? MORE_WIDTH : ACTIONS_WIDTH,
            fixed: 'end' as const,
            render: (_: unknown, row: R) => (
              <Acts acts={actions} target={row} link {...(phone && { max: 1 })} />
            ),
          },
        ]),
  ]
  const width = drawn.reduce((sum, one) => sum + one.width, 0)
  return (
    <>
      <div className="k-list-bar">
        <Space wrap>{top}</Space>
        <Space wrap>
          {searched !== undefined && (
            <Input.Search
              allowClear
              value={typed}
              aria-label="搜索"
              placeholder="搜索名称"
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
          <Button onClick={() => setOpen(branches(rows))}>展开全部</Button>
          <Button onClick={() => setOpen([])}>收起全部</Button>
        </Space>
      </div>
      <Table<R>
        className="k-table"
        columns={drawn}
        dataSource={[...shown]}
        loading={loading}
        virtual={virtual}
        scroll={virtual ? { x: width, y: Math.max(LEAST_HEIGHT, innerHeight - AROUND) } : { x: width }}
        locale={{
          emptyText: words === '' ? (empty ?? <Empty />) : <Empty text="没有匹配的数据" />,
        }}
        expandable={{
          expandedRowKeys: [...expanded],
          onExpandedRowsChange: (keys) => setOpen(keys.map(Number)),
        }}
        onRow={dragging}
      />
    </>
  )
}

function widthOf(given: number | undefined, at: number, phone: boolean): number {
  const width = given ?? (at === 0 ? FIRST_WIDTH : COLUMN_WIDTH)
  return at === 0 && phone ? Math.min(width, FIRST_WIDTH_ON_PHONES) : width
}

const WORDS: Record<Place, string> = { before: '放到前面', inside: '放到里面', after: '放到后面' }

/** The upper quarter of a row is before it, the lower after it, the middle inside. */
function placeOf(event: DragEvent<HTMLElement>): Place {
  const { top, height } = event.currentTarget.getBoundingClientRect()
  const share = (event.clientY - top) / height
  return share < 0.25 ? 'before' : share > 0.75 ? 'after' : 'inside'
}
