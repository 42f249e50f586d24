import { ReloadOutlined } from '@ant-design/icons'
import { useIsFetching } from '@tanstack/react-query'
import { Button, Space } from 'antd'
import { Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { trust } from '#kit/shared/loose.ts'
import { type Act, Acts, isOpen, perform, whyNot } from '#kit/web/actions.tsx'
import { rememberShown } from '#kit/web/info/neighbours.ts'
import { queryClient } from '#kit/web/query.ts'
import { request } from '#kit/web/request.ts'
import type { ListLook } from '#kit/web/shell/calls.ts'
import { theHouse } from '#kit/web/shell/house.ts'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { toastInfo } from '#kit/web/toast.ts'
import { keyOf, useCall } from '#kit/web/useCall.ts'
import { useIsPhone } from '#kit/web/useScreen.ts'
import { ColumnSettings } from './ColumnSettings.tsx'
import { type ColumnChoice, hiddenIn, ordered, useColumnChoice } from './columns.ts'
import {
  type ColumnSettingsOf,
  declaredFilters,
  fieldsOf,
  type ListRow,
  listColumns,
  StatusSwitch,
} from './columnsOf.tsx'
import { dateFilter } from './DateLimit.tsx'
import { Filters, noFilters } from './Filters.tsx'
import { createAct, EDIT, Nothing, openingOf, rowActs, Top } from './listActs.tsx'
import type { ListPageProps, PageProps } from './listProps.ts'
import { Pager } from './Pager.tsx'
import { Rows } from './Rows.tsx'
import { StatusTabs } from './StatusTabs.tsx'
import { withSubject } from './subject.tsx'
import { useKeptRows } from './useKeptRows.ts'
import { useListKeys } from './useListKeys.ts'
import { type ListState, useListState } from './useListState.ts'

const NO_COLUMNS = {}
const TAKEN = ['keywords'] as const

/** The list of an entity: filters, tabs, table or cards, actions, pager, export, import. Frame §5. */
export function ListPage<F extends ListRow, const K extends Extract<keyof F, string> = never>(
  props: ListPageProps<F, K>,
) {
  return <ListOf<ListRow> {...trust<PageProps<ListRow>>(props)} />
}

/** The same where a frame of several pages has checked what they look at (documentScreens). */
export function ListOf<R extends { readonly id: number }>(props: PageProps<R>) {
  const { of, calls, tabs, fixed, dated = '创建时间', sizes } = props
  const filters = useMemo(() => {
    const own = props.filters ?? []
    const taken = new Set([...own.map((one) => one.name), ...Object.keys(fixed ?? {}), tabs?.name])
    const among = declaredFilters(of).filter((one) => !taken.has(one.name))
    return [...among, ...own, ...(dated === '' ? [] : [dateFilter('dateLimit', dated)])]
  }, [of, props.filters, tabs?.name, fixed, dated])
  const names = useMemo(
    () => [...TAKEN, ...filters.map((one) => one.name), ...(tabs ? [tabs.name] : [])],
    [filters, tabs],
  )
  const state = useListState(names, sizes?.[0])
  const phone = useIsPhone()
  const [chosen, setChosen] = useState<ReadonlyMap<number, R>>(new Map())
  const screen = props.screen ?? calls.list.path
  const [choice, setChoice] = useColumnChoice(screen)
  const columns = useColumns(props)
  const shown = useMemo(() => {
    const hidden = hiddenIn(columns, choice)
    return ordered(
      columns.map((one) => one.name),
      choice,
    )
      .filter((name) => !hidden.includes(name))
      .map((name) => columns.find((one) => one.name === name))
      .filter((one) => one !== undefined)
  }, [columns, choice])

  const fields = fieldsOf(calls.list, shown, [of.facts.title, ...(props.reads ?? [])])
  const input = inputOf(state, fixed, fields)
  const query = useCall(calls.list, input, {
    keep: true,
    quiet: true,
    ...(props.every === undefined ? {} : { every: props.every }),
  })
  const page = query.data

  const isFresh = page !== undefined && !query.isPlaceholderData
  const {
    rows: shownRows,
    kept,
    touch,
    forget,
  } = useKeptRows<R>({ call: calls.list, input, fixed, page, isFresh })
  // Its records can be gone through one after the other.
  useEffect(() => {
    if (!isFresh) return
    rememberShown(of.name, {
      ids: page.list.map((row) => row.id),
      page: page.page,
      totalPage: page.totalPage,
      read: async (other) => {
        const { list } = await request(calls.list, { ...input, page: other })
        return list.map((row) => row.id)
      },
    })
  }, [isFresh, page, of, calls, input])

  // A page that is gone (its last row was deleted) gives way to the last one there is.
  const beyond = page !== undefined && !query.isPlaceholderData && page.list.length === 0 && state.page > 1
  const lastPage = page?.totalPage ?? 1
  useEffect(() => {
    if (beyond) state.set({ page: lastPage })
  }, [beyond, lastPage, state])

  const searched = [
    ...Object.values(of.all)
      .filter((field) => field.search)
      .map((field) => field.label),
    ...(props.searched === undefined ? [] : [props.searched]),
  ].join('、')
  const acts = useMemo(() => rowActs(props), [props])
  const root = useRef<HTMLDivElement>(null)
  const [scanned, setScanned] = useState<string | null>(null)
  useListKeys(root, {
    onScan:
      searched === ''
        ? undefined
        : (code) => {
            setScanned(code)
            state.set({ filters: { ...noFilters(state), keywords: code } })
          },
    onEdit: (id) => {
      const row = shownRows.find((one) => one.id === id)
      const edit = acts.find((one) => one.key === EDIT)
      if (row === undefined || edit === undefined) return
      const reason = whyNot(edit, row)
      touch([id])
      if (reason === null) void perform(edit, row)
      else toastInfo(reason)
    },
    onCreate: () => {
      const create = createAct(props)
      if (create?.may()) void perform(create, undefined)
    },
    onHelp: () => void import('./KeysDialog.tsx').then(({ openKeys }) => openKeys()),
  })
  // Of what was scanned the only record that is found is opened.
  useEffect(() => {
    if (scanned === null || !isFresh || state.filters.keywords !== scanned) return
    setScanned(null)
    const opening = openingOf(props)
    const [only] = page.list
    if (page.total === 1 && only !== undefined && opening !== undefined && isOpen(opening.act, only))
      void perform(opening.act, only)
  }, [scanned, isFresh, page, state, props])

  const waiting = query.isPlaceholderData
  // Rows that were asked for other columns are shown in those until the next ones are there.
  const [drawn, setDrawn] = useState(shown)
  if (!waiting && drawn !== shown) setDrawn(shown)
  // The dear part: not drawn anew when the list was read again and is as it was, e.g. when its tab comes to the front.
  const rows = useMemo(
    () =>
      page && (
        <Rows<R>
          rows={shownRows}
          kept={kept}
          columns={drawn}
          acts={acts}
          waiting={waiting}
          state={state}
          chosen={props.batch === undefined ? undefined : chosen}
          onChoose={setChosen}
          expand={props.expand}
          sums={props.sums?.(page)}
          empty={<Nothing {...props} state={state} />}
        />
      ),
    [props, page, shownRows, kept, drawn, acts, waiting, state, chosen],
  )

  return (
    <div className="k-list" ref={root} onClickCapture={(event) => touch(rowOf(event.target))}>
      <Filters
        state={state}
        searched={searched}
        filters={filters}
        onAgain={() => {
          forget()
          void query.refetch()
        }}
      />
      {tabs !== undefined && <StatusTabs tabs={tabs} state={state} fixed={fixed} />}
      {props.above}
      <div className="k-list-bar">
        <Top
          {...props}
          state={state}
          input={input}
          names={[...new Set(shown.flatMap((one) => [one.name, ...(one.tells ?? [])]))]}
        />
        <Space>
          <Views screen={screen} state={state} names={names} choice={choice} onChoice={setChoice} />
          {/* On a phone 查询 does it. */}
          {!phone && <Reload call={calls.list} input={input} onAgain={forget} />}
          <ColumnSettings
            columns={columns}
            choice={{ ...choice, hidden: hiddenIn(columns, choice) }}
            onChange={setChoice}
          />
        </Space>
      </div>
      {props.batch !== undefined && chosen.size > 0 && (
        <div className="k-batch">
          <span className="k-chosen" role="status">
            已选 {chosen.size} 条
          </span>
          <Button type="link" className="k-link" onClick={() => setChosen(new Map())}>
            取消选择
          </Button>
          <Acts
            acts={withClearing(props.batch, touch, () => setChosen(new Map()))}
            target={[...chosen.values()]}
            max={6}
          />
        </div>
      )}
      {query.isPending ? (
        <Loading rows={8} />
      ) : page === undefined ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <>
          {query.isError && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
          {rows}
          {page.total > 0 && (
            <Pager total={page.total} more={page.more ?? false} state={state} {...(sizes ? { sizes } : {})} />
          )}
        </>
      )}
    </div>
  )
}

function inputOf(
  state: ListState,
  fixed: Readonly<Record<string, unknown>> = {},
  fields: string | null = null,
): Record<string, unknown> {
  const { page, limit, sortBy, sortOrder, filters } = state
  return {
    ...filters,
    page,
    limit,
    ...(sortBy === '' ? {} : { sortBy, sortOrder }),
    ...fixed,
    ...(fields === null ? {} : { fields }),
  }
}

function useColumns<R extends { readonly id: number }>(props: PageProps<R>) {
  return useMemo(() => {
    const { of, calls, columns, show, subject } = props
    const { title: name, code, picture } = of.facts
    const shape = calls.list.answer.shape ?? of.all
    const { status } = calls
    const field = shape.status
    const switching: ColumnSettingsOf<R> =
      status !== undefined && field?.type === 'flag' && columns?.status?.render === undefined
        ? {
            status: {
              ...columns?.status,
              render: (row: R) => <StatusSwitch field={field} row={row} call={status} />,
            },
          }
        : {}
    const listed = listColumns<R>(shape, { ...(columns ?? NO_COLUMNS), ...switching }, show)
    return withSubject(listed, shape, { name, code, picture, ...subject }, openingOf(props))
  }, [props])
}

/** The id of the row whose button, link or switch was pressed. */
function rowOf(target: EventTarget): number[] {
  const pressed = target instanceof Element ? target.closest('button, a, [role=switch]') : null
  const id = Number(pressed?.closest('[data-row-key]')?.getAttribute('data-row-key'))
  return Number.isInteger(id) && id > 0 ? [id] : []
}

function withClearing<R extends ListRow>(
  acts: readonly Act<readonly R[]>[],
  touch: (ids: readonly number[]) => void,
  clear: () => void,
): Act<readonly R[]>[] {
  return acts.map((one) => ({
    ...one,
    run: async (rows) => {
      touch(rows.map((row) => row.id))
      await one.run(rows)
      clear()
    },
  }))
}

interface ViewsProps {
  screen: string
  state: ListState
  /** of its filters */
  names: readonly string[]
  choice: ColumnChoice
  onChoice(choice: ColumnChoice | null): void
}

function Views({ screen, state, names, choice, onChoice }: ViewsProps) {
  const { views: Slot } = theHouse().slots
  const { filters, sortBy, sortOrder } = state
  const now = useMemo(
    () => ({
      filters: { ...filters },
      sortBy,
      sortOrder,
      columns: { order: [...choice.order], hidden: [...choice.hidden] },
    }),
    [filters, sortBy, sortOrder, choice],
  )
  const choose = (look: ListLook) => {
    // A filter that the list has no more is left out.
    const kept = Object.entries(look.filters).filter(([name]) => names.includes(name))
    const { sortBy, sortOrder, columns } = look
    state.set({ filters: { ...noFilters(state), ...Object.fromEntries(kept) }, sortBy, sortOrder })
    onChoice(columns.order.length + columns.hidden.length === 0 ? null : columns)
  }
  return (
    Slot !== undefined && (
      <Suspense fallback={null}>
        <Slot screen={screen} now={now} onChoose={choose} />
      </Suspense>
    )
  )
}

interface ReloadProps {
  call: { path: string }
  input: Record<string, unknown>
  onAgain(): void
}

/** 刷新, which alone shows that the list is being read again: the rows are not drawn anew for that. */
function Reload({ call, input, onAgain }: ReloadProps) {
  const queryKey = keyOf(call, input)
  const reading = useIsFetching({ queryKey, exact: true }) > 0
  return (
    <Button
      icon={<ReloadOutlined />}
      aria-label="刷新"
      title="刷新"
      loading={reading}
      onClick={() => {
        onAgain()
        void queryClient.refetchQueries({ queryKey, exact: true })
      }}
    />
  )
}
