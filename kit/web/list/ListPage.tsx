import { ExportOutlined, ImportOutlined, PlusOutlined, ReloadOutlined } from '@ant-design/icons'
import { useIsFetching } from '@tanstack/react-query'
import { Button, Space } from 'antd'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import type { Call, Page } from '#kit/shared/call.ts'
import type { Entity } from '#kit/shared/entity.ts'
import type { Choice } from '#kit/shared/field.ts'
import { trust } from '#kit/shared/loose.ts'
import { type Act, Acts, act, callAct } from '#kit/web/actions.tsx'
import { type FormModalOptions, openForm } from '#kit/web/form/FormModal.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { queryClient } from '#kit/web/query.ts'
import { mayCall } from '#kit/web/session.ts'
import { Empty } from '#kit/web/states/Empty.tsx'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { keyOf, useCall } from '#kit/web/useCall.ts'
import { ColumnSettings } from './ColumnSettings.tsx'
import { CountTabs } from './CountTabs.tsx'
import { hiddenIn, ordered, useColumnChoice } from './columns.ts'
import {
  type ColumnSettingsOf,
  declaredFilters,
  fieldsOf,
  type ListRow,
  listColumns,
  StatusSwitch,
} from './columnsOf.tsx'
import { exportForImport, exportRows } from './exportRows.tsx'
import { Filters, type ListFilter } from './Filters.tsx'
import type { Importing } from './importing.ts'
import { openImport } from './openImport.tsx'
import { Pager } from './Pager.tsx'
import { Rows } from './Rows.tsx'
import { type ListState, useListState } from './useListState.ts'

/** The calls a list uses; what is missing is not offered. */
export interface ListCalls<R> {
  list: Call<unknown, unknown, unknown, Page<R>>
  info?: Call
  save?: Call
  update?: Call
  remove?: Call
  status?: Call
  exportRows?: Call<unknown, unknown, unknown, { taskId: number }>
}

/** Tabs above a list: each sets one filter. */
export interface ListTabs {
  /** name of the filter */
  name: string
  /** a tab 全部 stands before them */
  items: readonly Choice[]
  /** answers how many rows each tab has, by its value ('' = 全部), under the other filters */
  counts?: Call<unknown, unknown, unknown, Readonly<Record<string, number>>>
}

export interface ListPageProps<R extends ListRow> {
  of: Entity
  calls: ListCalls<R>
  /** key of the person's columns; the path of the list call unless given */
  screen?: string
  /** what differs from the declaration, and columns of the screen's own */
  columns?: ColumnSettingsOf<NoInfer<R>>
  /** names of the columns in their order, in place of all */
  show?: readonly string[]
  /** filters beside those the entity declares; of equal names these count */
  filters?: readonly ListFilter[]
  /** what keywords find rows by beside their own fields, e.g. 单位 */
  searched?: string
  /** label of the time range; '' for none */
  dated?: string
  tabs?: ListTabs
  /** input that is always sent, e.g. {type: 1}; such names are no filters */
  fixed?: Readonly<Record<string, unknown>>
  /** the form in a dialog for 新增 and 编辑 */
  form?: Omit<FormModalOptions, 'of' | 'calls' | 'id'>
  /** or a dialog of the screen's own; null: a new row */
  openForm?(row: NoInfer<R> | null): unknown
  /** or pages for them */
  pages?: { create?: string; edit?(row: NoInfer<R>): string; see?(row: NoInfer<R>): string }
  /** of a row, between 编辑 and 删除 */
  actions?: readonly Act<NoInfer<R>>[]
  /** above the list, after 新增 */
  top?: readonly Act<void>[]
  /** of several rows */
  batch?: readonly Act<readonly NoInfer<R>[]>[]
  /** true: by the rules of the form, for whoever may add (standardHandlers) */
  importing?: Importing | true
  /** false: 编辑 or 删除 is not offered for this row */
  editable?(row: NoInfer<R>): boolean
  deletable?(row: NoInfer<R>): boolean
  deletePrompt?(row: NoInfer<R>): string
  sizes?: readonly number[]
  /** ms after which the list is read again, e.g. while something in it is under way */
  every?(page: Page<NoInfer<R>> | undefined): number | false
  expand?(row: NoInfer<R>): ReactNode
  /** sums below the table by column name, from the answer */
  sums?(page: Page<NoInfer<R>>): Readonly<Record<string, ReactNode>>
  /** where there are no rows and no filter is set */
  empty?: ReactNode
  /** between the filters and the table, e.g. figures of a report */
  above?: ReactNode
}

const NO_COLUMNS = {}
const TAKEN = ['keywords', 'dateLimit'] as const

/** The list of an entity: filters, tabs, table or cards, actions, pager, export, import. Frame §5. */
export function ListPage<R extends ListRow>(props: ListPageProps<R>) {
  const { of, calls, tabs, fixed, dated = '创建时间', sizes } = props
  const filters = useMemo(() => {
    const own = props.filters ?? []
    const taken = new Set([...own.map((one) => one.name), ...Object.keys(fixed ?? {}), tabs?.name])
    return [...declaredFilters(of).filter((one) => !taken.has(one.name)), ...own]
  }, [of, props.filters, tabs?.name, fixed])
  const names = useMemo(
    () => [...TAKEN, ...filters.map((one) => one.name), ...(tabs ? [tabs.name] : [])],
    [filters, tabs],
  )
  const state = useListState(names, sizes?.[0])
  const [chosen, setChosen] = useState<ReadonlyMap<number, R>>(new Map())
  const [choice, setChoice] = useColumnChoice(props.screen ?? calls.list.path)
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

  const fields = fieldsOf(calls.list.answer, shown)
  const input = inputOf(state, fixed, fields)
  const query = useCall(calls.list, input, {
    keep: true,
    quiet: true,
    ...(props.every === undefined ? {} : { every: props.every }),
  })
  const page = query.data

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
  const waiting = query.isPlaceholderData
  // The dear part: not drawn anew when the list was read again and is as it was, e.g. when its tab comes to the front.
  const rows = useMemo(
    () =>
      page && (
        <Rows<R>
          rows={page.list}
          columns={shown}
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
    [props, page, shown, acts, waiting, state, chosen],
  )

  return (
    <div className="k-list">
      <Filters
        state={state}
        searched={searched}
        dated={dated}
        filters={filters}
        onAgain={() => void query.refetch()}
      />
      {tabs !== undefined && <StatusTabs tabs={tabs} state={state} fixed={fixed} />}
      {props.above}
      <div className="k-list-bar">
        <Top {...props} state={state} input={input} names={shown.map((one) => one.name)} />
        <Space>
          {props.batch !== undefined && chosen.size > 0 && (
            <span className="k-chosen" role="status">
              已选 {chosen.size} 项
              <Button type="link" size="small" onClick={() => setChosen(new Map())}>
                清空
              </Button>
            </span>
          )}
          <Reload call={calls.list} input={input} />
          <ColumnSettings
            columns={columns}
            choice={{ ...choice, hidden: hiddenIn(columns, choice) }}
            onChange={setChoice}
          />
        </Space>
      </div>
      {props.batch !== undefined && chosen.size > 0 && (
        <div className="k-batch">
          <Acts
            acts={withClearing(props.batch, () => setChosen(new Map()))}
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

function useColumns<R extends ListRow>({ of, calls, columns, show }: ListPageProps<R>) {
  return useMemo(() => {
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
    return listColumns<R>(shape, { ...(columns ?? NO_COLUMNS), ...switching }, show)
  }, [of, calls, columns, show])
}

function withClearing<R>(acts: readonly Act<readonly R[]>[], clear: () => void): Act<readonly R[]>[] {
  return acts.map((one) => ({
    ...one,
    run: async (rows) => {
      await one.run(rows)
      clear()
    },
  }))
}

/** What 新增 opens: a page or a dialog; undefined: the screen has neither. */
function creating<R extends ListRow>(props: ListPageProps<R>): (() => unknown) | undefined {
  const { of, calls, form, pages, openForm: own } = props
  const page = pages?.create
  if (page !== undefined) return () => goTo(page)
  // The dialog is not waited for: the button is free again while it is open.
  if (own !== undefined) return () => void own(null)
  return form && (() => void openForm({ ...form, of, calls, id: null }))
}

/** What 编辑 opens. */
function editing<R extends ListRow>(props: ListPageProps<R>): ((row: R) => unknown) | undefined {
  const { of, calls, form, pages, openForm: own } = props
  const page = pages?.edit
  if (page !== undefined) return (row) => goTo(page(row))
  if (own !== undefined) return (row) => void own(row)
  return form && ((row) => void openForm({ ...form, of, calls, id: row.id }))
}

function rowActs<R extends ListRow>(props: ListPageProps<R>): Act<R>[] {
  const { calls, pages, actions = [], editable, deletable, deletePrompt, of } = props
  const acts: Act<R>[] = []
  const see = pages?.see
  const edit = editing(props)
  if (see !== undefined) acts.push(act({ label: '详情', run: (row) => goTo(see(row)) }))
  if (calls.update !== undefined && edit !== undefined)
    acts.push(
      act({
        label: '编辑',
        permission: calls.update,
        ...(editable === undefined ? {} : { when: editable }),
        run: edit,
      }),
    )
  acts.push(...actions)
  if (calls.remove !== undefined)
    acts.push(
      callAct(calls.remove, {
        label: '删除',
        danger: true,
        prompt:
          deletePrompt ?? ((row) => `确定删除${of.label}“${String(row[of.facts.title] ?? row.id)}”吗？`),
        input: (row) => ({ id: String(row.id) }),
        success: '删除成功',
        ...(deletable === undefined ? {} : { when: deletable }),
      }),
    )
  return acts
}

/** 刷新, which alone shows that the list is being read again: the rows are not drawn anew for that. */
function Reload({ call, input }: { call: { path: string }; input: Record<string, unknown> }) {
  const queryKey = keyOf(call, input)
  const reading = useIsFetching({ queryKey, exact: true }) > 0
  return (
    <Button
      icon={<ReloadOutlined />}
      aria-label="刷新"
      title="刷新"
      loading={reading}
      onClick={() => void queryClient.refetchQueries({ queryKey, exact: true })}
    />
  )
}

interface TopProps<R extends ListRow> extends ListPageProps<R> {
  state: ListState
  input: Record<string, unknown>
  /** the columns in view, for the export */
  names: readonly string[]
}

function Top<R extends ListRow>(props: TopProps<R>) {
  const { of, calls, top = [], input, names } = props
  const { exportRows: exporting, save } = calls
  const importing =
    props.importing === true
      ? { bizType: of.name, title: of.label, permission: save?.permission ?? '' }
      : props.importing
  const create = createAct(props)
  const acts: Act<void>[] = [
    ...(create === null ? [] : [create]),
    ...top,
    ...(importing === undefined
      ? []
      : [
          act({
            label: '导入',
            icon: <ImportOutlined />,
            permission: importing.permission,
            run: () => void openImport(importing),
          }),
        ]),
    ...(exporting === undefined
      ? []
      : [
          act({
            label: '导出',
            icon: <ExportOutlined />,
            permission: exporting,
            run: () =>
              exportRows(exporting, {
                ...input,
                page: undefined,
                limit: undefined,
                fields: undefined,
                columns: names.join(','),
              }),
          }),
        ]),
    ...(importing === undefined
      ? []
      : [
          act({
            label: '按导入模板导出',
            permission: exporting ?? importing.permission,
            run: () =>
              exportForImport(importing, { ...input, page: undefined, limit: undefined, fields: undefined }),
          }),
        ]),
  ]
  return <Acts acts={acts} target={undefined} max={6} />
}

function createAct<R extends ListRow>(props: ListPageProps<R>): Act<void> | null {
  const { calls } = props
  const create = creating(props)
  if (calls.save === undefined || create === undefined) return null
  return act({
    label: '新增',
    icon: <PlusOutlined />,
    primary: true,
    permission: calls.save,
    run: create,
  })
}

function Nothing<R extends ListRow>(props: ListPageProps<R> & { state: ListState }) {
  const { of, state } = props
  if (state.count > 0)
    return (
      <Empty text={`没有符合条件的${of.label}`}>
        <Button
          onClick={() =>
            state.set({ filters: Object.fromEntries(Object.keys(state.filters).map((name) => [name, ''])) })
          }
        >
          清除筛选
        </Button>
      </Empty>
    )
  if (props.empty !== undefined) return <>{props.empty}</>
  const create = createAct(props)
  const offered = create !== null && props.calls.save !== undefined && mayCall(props.calls.save)
  return (
    <Empty text={offered ? `还没有${of.label}，点击新增开始` : `还没有${of.label}`}>
      {offered && <Acts acts={[create]} target={undefined} />}
    </Empty>
  )
}

interface StatusTabsProps {
  tabs: ListTabs
  state: ListState
  fixed: Readonly<Record<string, unknown>> | undefined
}

const NO_COUNTS: NonNullable<ListTabs['counts']> = trust({ path: '' })

function StatusTabs({ tabs, state, fixed = {} }: StatusTabsProps) {
  const others = Object.entries(state.filters).filter(([name]) => name !== tabs.name)
  const { data: counts } = useCall(
    tabs.counts ?? NO_COUNTS,
    { ...Object.fromEntries(others), ...fixed },
    { enabled: tabs.counts !== undefined, keep: true, quiet: true },
  )
  const label = (value: string, text: string) => {
    const count = counts?.[value]
    return count === undefined ? text : `${text} (${count.toLocaleString()})`
  }
  return (
    <CountTabs
      active={state.filters[tabs.name] ?? ''}
      items={[
        { key: '', label: label('', '全部') },
        ...tabs.items.map((one) => ({
          key: String(one.value),
          label: label(String(one.value), one.label),
        })),
      ]}
      onChange={(key) => state.set({ filters: { [tabs.name]: key } })}
    />
  )
}
