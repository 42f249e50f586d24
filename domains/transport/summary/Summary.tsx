import { Button, Space } from 'antd'
import { Link } from 'react-router'
import { FieldCell } from '#kit/fields/web.tsx'
import type { Call } from '#kit/shared/call.ts'
import type { Field, Shape } from '#kit/shared/field.ts'
import type { WireRow } from '#kit/web/fieldUi.ts'
import { ColumnSettings } from '#kit/web/list/ColumnSettings.tsx'
import { hiddenIn, ordered, useColumnChoice } from '#kit/web/list/columns.ts'
import { dateFilter } from '#kit/web/list/DateLimit.tsx'
import { exportRows } from '#kit/web/list/exportRows.tsx'
import { Filters, type ListFilter } from '#kit/web/list/Filters.tsx'
import { type ListState, useListState } from '#kit/web/list/useListState.ts'
import { goTo } from '#kit/web/navigate.ts'
import { PaperLines } from '#kit/web/print/PaperLines.tsx'
import { PrintPage } from '#kit/web/print/PrintPage.tsx'
import { mayCall } from '#kit/web/session.ts'
import { Empty } from '#kit/web/states/Empty.tsx'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { Table } from '#kit/web/Table.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { BY_PAPER } from './summary.calls.ts'

type Row = WireRow & { readonly key: string; readonly name: string; readonly isTotal: number | null }
type Wish = Readonly<Record<string, string>> & { readonly dateLimit: string }
type ReportCall = Call<unknown, unknown, unknown, readonly Row[]>

/** What one report of transport differs by from the other. */
export interface Report {
  title: string
  path: string
  row: Shape
  /** figures that are shown before a person chooses others; on paper and in the sheet stand all of them */
  show: readonly string[]
  calls: {
    report: ReportCall
    print: ReportCall
    exportRows: Call<unknown, unknown, unknown, { taskId: number }>
  }
  filters: readonly ListFilter[]
  /** in the address */
  names: readonly string[]
  /** the papers that a group consists of */
  paper: { title: string; page: string }
  empty: string
}

const MONTH = 'month'
const ALL = 'all'
const BY_FIRST = '1'

/** A filter that shows what counts before anything is chosen. */
const beginning = (filter: ListFilter, first: string): ListFilter => ({
  ...filter,
  render: (value, onChange, id) =>
    filter.render(value || first, (next) => onChange(next === first ? '' : next), id),
})

const DAYS = dateFilter('dateLimit', '日期')
/** All time is a wish of its own here, as without one it is this month. */
const DATES = beginning(
  {
    ...DAYS,
    render: (value, onChange, id) =>
      DAYS.render(value === ALL ? '' : value, (next) => onChange(next || ALL), id),
  },
  MONTH,
)
const wishOf = ({ filters }: ListState): Wish => ({ ...filters, dateLimit: filters.dateLimit ?? MONTH })
const columnsOf = (row: Shape) => Object.entries(row).filter(([name]) => name !== 'key' && name !== 'isTotal')
type Shown = readonly (readonly [string, Field])[]

/** The columns as the person chose them, what a group is called first, and how they choose others. Screens §2. */
function useShown({ path, row, show }: Report) {
  const [choice, setChoice] = useColumnChoice(path)
  const figures = columnsOf(row).flatMap(([name, { label }]) =>
    name === 'name' ? [] : [{ name, title: label, hidden: !show.includes(name) }],
  )
  const hidden = hiddenIn(figures, choice)
  const names = ordered(
    figures.map((one) => one.name),
    choice,
  ).filter((name) => !hidden.includes(name))
  const shown: Shown = ['name', ...names].flatMap((name) => {
    const field = row[name]
    return field === undefined ? [] : [[name, field] as const]
  })
  return { shown, settings: { columns: figures, choice: { ...choice, hidden }, onChange: setChoice } }
}

const ownRows = (rows: readonly Row[]) => rows.filter((row) => row.isTotal !== 1)

/** A report with its groups, their sum and the papers of each. Warehouse §5.7, §5.8. */
export function Summary({ of }: { of: Report }) {
  const state = useListState(of.names)
  const wish = wishOf(state)
  const query = new URLSearchParams(wish).toString()
  const { shown, settings } = useShown(of)
  return (
    <div className="k-list">
      <Filters
        state={state}
        searched=""
        filters={[DATES, ...of.filters.map((one) => (one.name === 'by' ? beginning(one, BY_FIRST) : one))]}
        onAgain={() => undefined}
      />
      <div className="k-list-bar">
        <Space>
          {mayCall(of.calls.print) && <Button onClick={() => goTo(`${of.path}/print?${query}`)}>打印</Button>}
          {mayCall(of.calls.exportRows) && (
            <Button onClick={() => void exportRows(of.calls.exportRows, wish)}>导出</Button>
          )}
        </Space>
        <ColumnSettings {...settings} />
      </div>
      <Groups of={of} wish={wish} shown={shown} />
    </div>
  )
}

interface GroupsProps {
  of: Report
  wish: Wish
  shown: Shown
}

function Groups({ of, wish, shown }: GroupsProps) {
  const { data, error, refetch } = useCall(of.calls.report, wish, { keep: true, quiet: true })
  if (data === undefined)
    return error === null ? <Loading rows={8} /> : <ErrorState error={error} onRetry={() => void refetch()} />
  if (data.length === 0) return <Empty text={of.empty} />
  const isPapers = wish.by === String(BY_PAPER)
  const expandable = {
    expandedRowRender: (row: Row) => (
      <Papers of={of} wish={{ ...wish, within: wish.by ?? BY_FIRST, key: row.key }} shown={shown} />
    ),
  }
  return <Figures of={of} rows={data} shown={shown} links={isPapers} {...(isPapers ? {} : { expandable })} />
}

/** The papers of a group: together they come to what the group does. */
function Papers({ of, wish, shown }: GroupsProps) {
  const { data, error, refetch } = useCall(
    of.calls.report,
    { ...wish, by: String(BY_PAPER) },
    { quiet: true },
  )
  if (data === undefined)
    return error === null ? <Loading rows={2} /> : <ErrorState error={error} onRetry={() => void refetch()} />
  return <Figures of={of} rows={data} shown={shown} links />
}

function Figures({
  of,
  rows,
  shown,
  links,
  ...more
}: {
  of: Report
  rows: readonly Row[]
  shown: Shown
  links: boolean
  expandable?: { expandedRowRender(row: Row): React.ReactNode }
}) {
  const columns = shown.map(([name, field]) => ({
    key: name,
    title: name === 'name' && links ? of.paper.title : field.label,
    width: field.width ?? 100,
    align: name === 'name' ? ('left' as const) : ('right' as const),
    render: (row: Row) =>
      name === 'name' && links ? (
        <Link to={`${of.paper.page}/${row.key}`}>{row.name}</Link>
      ) : (
        <FieldCell field={field} name={name} value={row[name]} row={row} />
      ),
  }))
  const total = rows.find((row) => row.isTotal === 1)
  return (
    <Table<Row>
      className="k-table"
      rowKey="key"
      columns={columns}
      dataSource={ownRows(rows)}
      scroll={{ x: columns.reduce((sum, one) => sum + one.width, 60) }}
      {...more}
      summary={() =>
        total && (
          <tr className="ant-table-summary">
            {more.expandable && <td className="ant-table-cell" />}
            {shown.map(([name, field]) => (
              <td
                key={name}
                className="ant-table-cell"
                style={{ textAlign: name === 'name' ? 'left' : 'right' }}
              >
                <FieldCell field={field} name={name} value={total[name]} row={total} />
              </td>
            ))}
          </tr>
        )
      }
    />
  )
}

const LANDSCAPE = { width: 297, height: 210, margin: 8 }

/** A report on paper, as it was asked for on its page. Warehouse §9. */
export function SummaryPrint({ of }: { of: Report }) {
  const wish = wishOf(useListState(of.names))
  const { data, error, refetch } = useCall(of.calls.print, wish, { quiet: true })
  const sheet = data && data.length > 0 && (
    <div className="k-paper">
      <h1 className="k-paper-title">{of.title}</h1>
      <PaperLines shape={of.row} columns={columnsOf(of.row).map(([name]) => name)} rows={data} keyed="key" />
    </div>
  )
  return (
    <PrintPage
      title={`打印${of.title}`}
      paper={LANDSCAPE}
      error={error}
      onRetry={() => void refetch()}
      sheets={data && (sheet ? [sheet] : [])}
    />
  )
}
