import { Button, theme } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { Empty } from '#kit/web/states/Empty.tsx'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { Table } from '#kit/web/Table.tsx'
import { type ChartFacts, type ChartKind, figureText, isEmpty, scaleOf, summaryOf } from './facts.ts'
import { coloursOn, DASHES } from './palette.ts'
import './chart.css'

const Drawing = lazy(() => import('./Drawing.tsx'))

const LINE = 220
/** px of the bars of a row with the space between, of the axis, and of the least chart */
const BAR = 18
const GAP = 10
const AXIS = 48
const LEAST = 160
/** px of the head of a table, and of a line that stands for what is loading */
const HEAD = 40
const BONE = 40

interface ChartProps {
  /** undefined: on their way */
  facts: ChartFacts | undefined
  kind: ChartKind
  /** what it says when there is nothing to draw */
  empty: string
  /** why there are no facts */
  error?: unknown
  onRetry?(): void
  /** leads from a point to its rows; the names of the rows in the table lead there, too */
  onPoint?(row: number, series: number): void
}

/**
 * A chart: its title, what is what, the drawing, and the same figures as a table one click away. It keeps its height while it
 * loads, when there is nothing, and as a table. Who does not see it is told its highest, lowest and last figures. The facts
 * are to be the same object while they are the same. Screens §9.
 */
export function Chart(props: ChartProps) {
  const { facts, kind, empty, error = null, onRetry } = props
  const [asTable, setAsTable] = useState(false)
  const height = heightOf(facts, kind)
  const shown = facts !== undefined && !isEmpty(facts)
  return (
    <figure className="k-chart">
      {shown && (
        <figcaption>
          <strong>{facts.title}</strong>
          <span className="k-hint">单位：{asTable ? facts.unit : scaleOf(facts).unit}</span>
          {!asTable && facts.series.length > 1 && <Legend facts={facts} kind={kind} />}
          <Button type="link" size="small" onClick={() => setAsTable(!asTable)}>
            {asTable ? '看图' : '看表格'}
          </Button>
        </figcaption>
      )}
      <div className="k-chart-place" style={{ height }}>
        {facts === undefined ? (
          error === null ? (
            <Loading rows={Math.floor(height / BONE)} />
          ) : (
            <ErrorState error={error} {...(onRetry && { onRetry })} />
          )
        ) : !shown ? (
          <Empty text={empty} />
        ) : asTable ? (
          <Figures {...props} facts={facts} height={height} />
        ) : (
          <div role="img" aria-label={summaryOf(facts, kind)} className="k-chart-drawing">
            <Suspense fallback={<Loading rows={Math.floor(height / BONE)} />}>
              <Drawing facts={facts} kind={kind} onPoint={props.onPoint} />
            </Suspense>
          </div>
        )}
      </div>
    </figure>
  )
}

function heightOf(facts: ChartFacts | undefined, kind: ChartKind): number {
  if (kind === 'line') return LINE
  const rows = facts === undefined ? 0 : facts.rows.length * (facts.series.length * BAR + GAP)
  return Math.max(LEAST, rows + AXIS)
}

function Legend({ facts, kind }: { facts: ChartFacts; kind: ChartKind }) {
  const { token } = theme.useToken()
  const colours = coloursOn(token.colorBgContainer)
  return (
    <ul className="k-chart-legend">
      {facts.series.map(({ name, hue }, at) => (
        <li key={name}>
          <span
            aria-hidden
            style={{
              borderTopColor: colours[hue ?? at],
              ...(kind === 'bar' ? { borderTopWidth: 10 } : { borderTopStyle: DASHES[at] }),
            }}
          />
          {name}
        </li>
      ))}
    </ul>
  )
}

function Figures({ facts, onPoint, height }: ChartProps & { facts: ChartFacts; height: number }) {
  const rows = facts.rows.map((name, at) => ({ id: at, name }))
  return (
    <Table
      dataSource={rows}
      scroll={{ x: 'max-content', y: height - HEAD }}
      columns={[
        {
          title: facts.of,
          dataIndex: 'name',
          render: (name: string, { id }) =>
            onPoint === undefined ? (
              name
            ) : (
              <Button type="link" className="k-link" onClick={() => onPoint(id, 0)}>
                {name}
              </Button>
            ),
        },
        ...facts.series.map(({ name, values }) => ({
          title: name,
          key: name,
          align: 'right' as const,
          className: 'k-number',
          render: (_: unknown, { id }: { id: number }) => figureText(values[id] ?? null, facts),
        })),
      ]}
    />
  )
}
