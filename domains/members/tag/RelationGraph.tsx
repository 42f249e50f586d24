import { Collapse } from 'antd'
import { mayCall } from '#kit/web/session.ts'
import { useCall } from '#kit/web/useCall.ts'
import { placeNodes } from './graph.rules.ts'
import { tagRelationCalls as calls } from './tagGroup.calls.ts'
import { RELATION_KINDS } from './tagRelation.entity.ts'
import './tag.css'

const BOX = { width: 132, height: 32 }
const GAP = { x: 96, y: 16 }
const MARGIN = 8
/** A longer name would leave its box. */
const LETTERS = 9

const short = (text: string): string =>
  [...text].length > LETTERS ? `${[...text].slice(0, LETTERS - 1).join('')}…` : text

/** The relations as a drawing, from the tags that imply to those implied; what it shows stands in the list below as well. */
export function RelationGraph() {
  const { data } = useCall(calls.graph, {}, { quiet: true, enabled: mayCall(calls.graph) })
  if (data === undefined || data.edges.length === 0) return null
  const { places, columns, rows } = placeNodes(data.nodes, data.edges)
  const at = (key: string) => {
    const place = places.get(key) ?? { column: 0, row: 0 }
    return {
      x: MARGIN + place.column * (BOX.width + GAP.x),
      y: MARGIN + place.row * (BOX.height + GAP.y),
    }
  }
  const width = columns * (BOX.width + GAP.x) - GAP.x + 2 * MARGIN
  const height = rows * (BOX.height + GAP.y) - GAP.y + 2 * MARGIN
  const told = data.edges.map(({ from, to, kind }) => {
    const name = (key: string) => data.nodes.find((one) => one.key === key)?.label ?? ''
    return `${name(from)}${RELATION_KINDS.find((one) => one.value === kind)?.label ?? ''}${name(to)}`
  })
  const drawing = (
    <div className="m-graph">
      <svg
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={told.join('；')}
      >
        {data.edges.map(({ from, to, kind }) => {
          const [a, b] = [at(from), at(to)]
          const isAhead = b.x > a.x
          const x1 = isAhead ? a.x + BOX.width : a.x + BOX.width / 2
          const x2 = isAhead ? b.x : b.x + BOX.width / 2
          const y1 = isAhead ? a.y + BOX.height / 2 : a.y + BOX.height
          const y2 = isAhead ? b.y + BOX.height / 2 : b.y
          const middle = (x1 + x2) / 2
          return (
            <path
              key={`${from} ${to} ${kind}`}
              className={`m-graph-${kind}`}
              d={
                isAhead
                  ? `M${x1},${y1} C${middle},${y1} ${middle},${y2} ${x2},${y2}`
                  : `M${x1},${y1} L${x2},${y2}`
              }
            />
          )
        })}
        {data.nodes.map(({ key, label, kind }) => {
          const { x, y } = at(key)
          return (
            <g key={key}>
              <title>{label}</title>
              <rect className={`m-graph-${kind}`} x={x} y={y} width={BOX.width} height={BOX.height} rx={6} />
              <text x={x + BOX.width / 2} y={y + BOX.height / 2 + 5} textAnchor="middle">
                {short(label)}
              </text>
            </g>
          )
        })}
      </svg>
      <p className="k-hint">红色虚线为互斥，绿色为包含，灰色为关联</p>
    </div>
  )
  return <Collapse ghost items={[{ key: 'graph', label: '关系图', children: drawing }]} />
}
