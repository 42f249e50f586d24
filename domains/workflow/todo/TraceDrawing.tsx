import { Breadcrumb, Button, Space } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { Loading } from '#kit/web/states/Loading.tsx'
import type { Trace } from '../instance/instance.calls.ts'
import { chainTo } from './family.ts'
import { NodeFacts } from './NodeFacts.tsx'

// The canvas is dear, and the records are there without it.
const Viewer = lazy(() => import('../designer/Viewer.tsx').then((file) => ({ default: file.Viewer })))

interface Pointed {
  id: string
  at: { x: number; y: number }
}

/** px between the pointer and what it points at is told */
const GAP = 16
const CARD = { width: 320, height: 260 }

/** 流程图 of an instance: where it stands, where it went; children take its place. Workflow §4. */
export function TraceDrawing({ family, first }: { family: readonly Trace[]; first: Trace }) {
  const [at, setAt] = useState(first.id)
  const [pointed, setPointed] = useState<Pointed | null>(null)
  const [chosen, setChosen] = useState<string | null>(null)
  const shown = family.find((one) => one.id === at) ?? first
  const chain = chainTo(shown.id, family)
  const children = family.filter((one) => one.parentId === shown.id)
  const nodeOf = (id: string | null) => shown.nodes.find(({ node }) => node === id)
  const hovered = nodeOf(pointed?.id ?? null)
  const told = nodeOf(chosen)
  const open = (id: number) => {
    setAt(id)
    setPointed(null)
    setChosen(null)
  }
  return (
    <div>
      {family.length > 1 && (
        <div className="td-head">
          <Breadcrumb
            items={chain.map((one) => ({
              key: one.id,
              title:
                one.id === shown.id ? (
                  one.title || one.processTitle
                ) : (
                  <Button type="link" className="k-link" onClick={() => open(one.id)}>
                    {one.title || one.processTitle}
                  </Button>
                ),
            }))}
          />
          <Space wrap>
            {children.map((one) => (
              <Button key={one.id} size="small" onClick={() => open(one.id)}>
                子流程：{one.title || one.processTitle}
              </Button>
            ))}
          </Space>
        </div>
      )}
      <div className="td-drawing">
        <Suspense fallback={<Loading rows={8} />}>
          <Viewer
            key={shown.id}
            process={shown.process}
            highlight={shown.highlight}
            onNode={(id) => {
              setChosen(id)
              setPointed(null)
            }}
            onHover={(id, place) => setPointed(id === null ? null : { id, at: place })}
          />
        </Suspense>
      </div>
      <p className="k-hint td-legend">
        <span className="td-key td-key-active" /> 当前环节 <span className="td-key td-key-history" /> 已经过
        <span>点击环节查看处理人、时间和意见</span>
      </p>
      {told !== undefined && <NodeFacts node={told} />}
      {pointed !== null && hovered !== undefined && (
        <div className="td-tip" style={placeOf(pointed.at)}>
          <NodeFacts node={hovered} />
        </div>
      )}
    </div>
  )
}

/** Beside the pointer, inside the window. */
function placeOf({ x, y }: Pointed['at']) {
  return {
    left: x + GAP + CARD.width > innerWidth ? Math.max(0, x - GAP - CARD.width) : x + GAP,
    top: Math.max(0, Math.min(y + GAP, innerHeight - CARD.height)),
    width: CARD.width,
    maxHeight: CARD.height,
  }
}
