import { Card, Descriptions } from 'antd'
import { useMemo } from 'react'
import type { OutWireOf } from '#kit/shared/call.ts'
import { sizeText } from '#kit/shared/text.ts'
import { formatTime } from '#kit/shared/time.ts'
import { Chart } from '#kit/web/chart/Chart.tsx'
import { Empty } from '#kit/web/states/Empty.tsx'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { Table } from '#kit/web/Table.tsx'
import { browserZone } from '#kit/web/time/zone.ts'
import { useCall } from '#kit/web/useCall.ts'
import { cacheCalls } from './cache.calls.ts'
import './cache.css'

type Info = OutWireOf<typeof cacheCalls.info>
type Sample = Info['history'][number]

const EVERY_MS = 10_000
const MINUTE = 60
const HOUR = 3600
const DAY = 86_400

/** A span of seconds in its two largest units. */
function spanText(seconds: number): string {
  const whole = Math.floor(seconds)
  if (whole < MINUTE) return `${whole}秒`
  if (whole < HOUR) return `${Math.floor(whole / MINUTE)}分${whole % MINUTE}秒`
  if (whole < DAY) return `${Math.floor(whole / HOUR)}小时${Math.floor((whole % HOUR) / MINUTE)}分`
  return `${Math.floor(whole / DAY)}天${Math.floor((whole % DAY) / HOUR)}小时`
}

const processLines = (one: Info['process']) => [
  ['程序版本', one.version],
  ['Node.js', one.node],
  ['进程号', one.pid],
  ['已运行', spanText(one.uptime)],
  ['CPU', `${one.cpu}%`],
  ['内存', `${sizeText(one.memory)}（堆 ${sizeText(one.heap)}）`],
  ['事件循环延迟', `${one.delay} 毫秒（99%）`],
  ['磁盘可用', `${sizeText(one.diskFree)}（${Math.floor(one.diskShare * 100)}%）`],
]

const databaseLines = (one: Info['database']) => [
  ['类型', one.kind],
  ['版本', one.version],
  ['大小', sizeText(one.size)],
  ['连接', one.connections],
  ['进行中的事务', one.transactions === 0 ? 0 : `${one.transactions}（最久 ${spanText(one.oldestSeconds)}）`],
  ['结构版本', one.schema],
]

function Facts({ title, lines }: { title: string; lines: readonly (readonly (string | number)[])[] }) {
  return (
    <Card size="small" title={<h2>{title}</h2>}>
      <Descriptions
        size="small"
        column={1}
        items={lines.map(([label, value]) => ({ key: String(label), label, children: value }))}
      />
    </Card>
  )
}

const QUEUES = [
  { title: '队列', dataIndex: 'name' },
  { title: '等待', dataIndex: 'waiting', width: 60, align: 'right' as const },
  {
    title: '最早等待',
    width: 100,
    align: 'right' as const,
    render: (_: unknown, { waiting, oldestSeconds }: Info['queues'][number]) =>
      waiting === 0 ? '—' : spanText(oldestSeconds),
  },
]

const STATEMENTS = [
  {
    title: '语句',
    render: (_: unknown, { text }: Info['statements'][number]) => <code className="mon-code">{text}</code>,
  },
  { title: '毫秒', dataIndex: 'ms', width: 70, align: 'right' as const },
  { title: '次数', dataIndex: 'times', width: 60, align: 'right' as const },
]

const MB = 1024 * 1024

/** What is drawn of each minute. */
const COURSES = [
  { title: 'CPU', unit: '%', figure: (one: Sample) => one.cpu },
  { title: '内存', unit: 'MB', figure: (one: Sample) => Math.round(one.memory / MB) },
  { title: '事件循环延迟', unit: '毫秒', figure: (one: Sample) => one.delay },
] as const

/** The last hour of the process that answers. */
function LastHour({ samples }: { samples: readonly Sample[] }) {
  const charts = useMemo(
    () =>
      COURSES.map(({ title, unit, figure }) => ({
        title,
        of: '分钟',
        unit,
        rows: samples.map(({ time }) => formatTime(time, browserZone).slice(-5)),
        series: [{ name: title, values: samples.map(figure) }],
      })),
    [samples],
  )
  return (
    <Card size="small" className="mon-wide" title={<h2>最近一小时</h2>}>
      <div className="mon-cards">
        {charts.map((facts) => (
          <Chart key={facts.title} kind="line" facts={facts} empty="每分钟记录一次，启动一分钟后显示" />
        ))}
      </div>
    </Card>
  )
}

/** 运行状态: the process that answers, the database and what waits. */
export function Machine() {
  const { data, error, refetch } = useCall(cacheCalls.info, {}, { quiet: true, every: EVERY_MS })
  if (data === undefined)
    return error === null ? <Loading /> : <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <div className="mon-cards">
      <Facts title="进程" lines={processLines(data.process)} />
      <Facts title="数据库" lines={databaseLines(data.database)} />
      <Card size="small" title={<h2>队列</h2>}>
        <Table<Info['queues'][number]> rowKey="name" columns={QUEUES} dataSource={data.queues} />
      </Card>
      <LastHour samples={data.history} />
      <Card size="small" className="mon-wide" title={<h2>最近一小时最慢的语句</h2>}>
        <Table<Info['statements'][number]>
          rowKey="text"
          columns={STATEMENTS}
          dataSource={data.statements}
          locale={{ emptyText: <Empty text="没有超过20毫秒的语句" /> }}
        />
      </Card>
    </div>
  )
}
