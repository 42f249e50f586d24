import { type ReactNode, useId, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import type { OutWireOf } from '#kit/shared/call.ts'
import { spanText } from '#kit/shared/text.ts'
import { Chart } from '#kit/web/chart/Chart.tsx'
import { DateLimit } from '#kit/web/list/DateLimit.tsx'
import { Empty } from '#kit/web/states/Empty.tsx'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { Table } from '#kit/web/Table.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { ProcessSelect } from '../todo/processFilter.tsx'
import { monitorCalls } from './monitor.calls.ts'

type Answer = OutWireOf<typeof monitorCalls.statistics>
type OfProcess = Answer['processes'][number]
type OfNode = Answer['nodes'][number]
type Durations = Pick<OfNode, 'count' | 'average' | 'p90' | 'longest' | 'overdue'>

const COUNT = 90
const SPAN = 120

function column<R>(title: string, width: number, render: (row: R) => ReactNode, numeric = false) {
  return {
    key: title,
    title,
    width,
    ...(numeric ? { align: 'right' as const } : {}),
    render: (_: unknown, row: R) => render(row),
  }
}

const durations = <R extends Durations>() => [
  column<R>('平均耗时', SPAN, (row) => spanText(row.average), true),
  column<R>('90%不超过', SPAN, (row) => spanText(row.p90), true),
  column<R>('最长', SPAN, (row) => spanText(row.longest), true),
  column<R>('超时', COUNT, (row) => row.overdue, true),
]

const titleOf = ({ processTitle, processName }: OfProcess | OfNode): string => processTitle || processName
const nodeTitleOf = (row: OfNode): string => `${row.name || row.node}（${titleOf(row)}）`

const PROCESS_COLUMNS = [
  column<OfProcess>('流程', 180, titleOf),
  column<OfProcess>('结束实例', COUNT, (row) => row.count, true),
  column<OfProcess>('已通过', COUNT, (row) => row.approved, true),
  column<OfProcess>('已拒绝', COUNT, (row) => row.rejected, true),
  ...durations<OfProcess>(),
]

/** 耗时统计: how long processes and their nodes take. Workflow §4. */
export function Statistics() {
  const [params, setParams] = useSearchParams()
  const uid = useId()
  const processName = params.get('processName') ?? ''
  const dateLimit = params.get('dateLimit') ?? 'lately30'
  const input = { processName, dateLimit: dateLimit === 'all' ? '' : dateLimit }
  const { data, error, isPlaceholderData, refetch } = useCall(monitorCalls.statistics, input, {
    keep: true,
    quiet: true,
  })
  const put = (name: string, value: string) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now)
        if (value === '') next.delete(name)
        else next.set(name, value)
        return next
      },
      { replace: true },
    )
  const toInstances = (name: string) => setParams({ tab: 'instance', processName: name })
  return (
    <div className="k-page">
      <div className="k-filters">
        <div className="k-filter">
          <label htmlFor={`${uid}process`}>流程</label>
          <ProcessSelect
            id={`${uid}process`}
            value={processName}
            placeholder="全部流程"
            onChange={(name) => put('processName', name)}
          />
        </div>
        <div className="k-filter">
          <label htmlFor={`${uid}date`}>结束时间</label>
          <DateLimit
            id={`${uid}date`}
            label="结束时间"
            value={dateLimit}
            onChange={(value) => put('dateLimit', value === '' ? 'all' : value)}
          />
        </div>
      </div>
      {data === undefined ? (
        error === null ? (
          <Loading />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )
      ) : data.processes.length === 0 && data.nodes.length === 0 ? (
        <Empty text="该期间没有结束的流程和任务，可以放宽结束时间" />
      ) : (
        <>
          <h3 className="k-group-title">流程</h3>
          <Slowest
            title="流程耗时"
            of="流程"
            rows={data.processes}
            nameOf={titleOf}
            onProcess={toInstances}
          />
          <Figures rows={data.processes} columns={PROCESS_COLUMNS} loading={isPlaceholderData} />
          <h3 className="k-group-title">节点</h3>
          <Slowest
            title="节点耗时"
            of="节点"
            rows={data.nodes}
            nameOf={nodeTitleOf}
            onProcess={toInstances}
          />
          <Figures rows={data.nodes} columns={NODE_COLUMNS} loading={isPlaceholderData} />
        </>
      )}
    </div>
  )
}

const NODE_COLUMNS = [
  column<OfNode>('流程', 150, titleOf),
  column<OfNode>('节点', 150, (row) => row.name || row.node),
  column<OfNode>('处理任务', COUNT, (row) => row.count, true),
  ...durations<OfNode>(),
]

/** So many of the slowest are drawn; the table has them all. */
const DRAWN = 12
const UNITS = [
  { unit: '天', seconds: 86_400 },
  { unit: '小时', seconds: 3600 },
  { unit: '分钟', seconds: 60 },
] as const

interface SlowestProps<R> {
  title: string
  of: string
  rows: readonly R[]
  nameOf(row: R): string
  onProcess(processName: string): void
}

/** The slowest of them beside each other; a bar leads to the instances of its process. */
function Slowest<R extends OfNode | OfProcess>({ title, of, rows, nameOf, onProcess }: SlowestProps<R>) {
  const { slowest, facts } = useMemo(() => {
    const slowest = rows.toSorted((one, other) => other.average - one.average).slice(0, DRAWN)
    const most = Math.max(0, ...slowest.map((row) => row.p90))
    const { unit, seconds } = UNITS.find((one) => most >= 2 * one.seconds) ?? UNITS[2]
    const series = [
      { name: '平均', values: slowest.map((row) => row.average / seconds) },
      { name: '90%不超过', values: slowest.map((row) => row.p90 / seconds) },
    ]
    return { slowest, facts: { title, of, unit, rows: slowest.map(nameOf), series } }
  }, [rows, title, of, nameOf])
  return (
    <Chart
      kind="bar"
      facts={facts}
      empty="该期间没有数据"
      onPoint={(at) => {
        const row = slowest[at]
        if (row !== undefined) onProcess(row.processName)
      }}
    />
  )
}

interface FiguresProps<R> {
  rows: readonly R[]
  columns: readonly { key: string; title: string; width: number; render(_: unknown, row: R): ReactNode }[]
  loading: boolean
}

function Figures<R extends { processName: string; node?: string }>({
  rows,
  columns,
  loading,
}: FiguresProps<R>) {
  return (
    <Table<R>
      rowKey={(row) => `${row.processName} ${row.node ?? ''}`}
      columns={[...columns]}
      dataSource={[...rows]}
      loading={loading}
      pages={50}
      scroll={{ x: columns.reduce((sum, one) => sum + one.width, 0) }}
      locale={{ emptyText: <Empty text="该期间没有数据" /> }}
      style={{ marginBottom: 16 }}
    />
  )
}
