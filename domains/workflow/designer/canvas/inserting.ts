import type { BaseEdgeModel, BaseNodeModel, LogicFlow } from '@logicflow/core'
import { newId, shortType } from '../../model/names.ts'
import { EDGE_TYPE } from '../../model/types.ts'
import type { Drawn } from './drawn.ts'
import { GroupModel, realEdge } from './group.ts'
import { landingsOf } from './landing.ts'
import { idsIn } from './library.ts'
import { type Cut, cutUnder, halfWay, split } from './split.ts'

/** Types that no way runs through. */
const ENDS: ReadonlySet<string> = new Set(['start', 'end'])

export interface Inserting {
  /** shows the line that a node would be put into where it is now */
  mark(node: BaseNodeModel): void
  /** puts a node into the line under it, if one is there that it may split */
  putDown(id: string): void
  /** puts a node into a line, half way; `line` as it is chosen on the canvas */
  putInto(id: string, line: string): void
  /** whether no way begins or ends at a node: only such a one is put into a line by moving it */
  isFree(id: string): boolean
  /** whether nodes of a type may stand between two others */
  mayStandBetween(type: string): boolean
}

/** Nodes that are put on a line and split it. The caller keeps each as one step. Decision 0084. */
export function inserting(lf: LogicFlow, drawn: Drawn): Inserting {
  const graph = lf.graphModel
  const landings = landingsOf(graph)
  const mayStandBetween = (type: string) => !ENDS.has(shortType(type))
  const isAt = (edge: BaseEdgeModel, id: string) => edge.sourceNodeId === id || edge.targetNodeId === id

  function groupOfLine(line: string): GroupModel | undefined {
    const shown = graph.getEdgeModelById(line)
    const edge = shown && graph.getEdgeModelById(realEdge(shown))
    return edge && drawn.groupOf(edge.sourceNodeId)
  }

  function cutOf(node: BaseNodeModel): Cut | null {
    if (!mayStandBetween(node.type) || isCovered(node)) return null
    const around: unknown = graph.dynamicGroup?.getGroupByBounds(node.getBounds(), node.getData())
    const group = around instanceof GroupModel ? around.id : undefined
    const lines = graph.edges
      .filter((edge) => edge.visible && !isAt(edge, node.id) && groupOfLine(edge.id)?.id === group)
      .map(({ id, pointsList }) => ({ id, points: pointsList }))
    return cutUnder(lines, node)
  }

  /** Whether the middle of a node lies on another one; on an open group it lies on what the group holds. */
  function isCovered({ id, x, y }: BaseNodeModel): boolean {
    return graph.nodes.some((other) => {
      if (other.id === id || !other.visible || (other instanceof GroupModel && !other.isCollapsed))
        return false
      const { minX, maxX, minY, maxY } = other.getBounds()
      return x >= minX && x <= maxX && y >= minY && y <= maxY
    })
  }

  function put(id: string, cut: Cut): void {
    const shown = graph.getEdgeModelById(cut.line)
    if (!shown) return
    const fresh = newId(EDGE_TYPE, idsIn(graph))
    drawn.show(split(drawn.read(), { ...cut, line: realEdge(shown) }, id, fresh))
    lf.selectElementById(id)
  }

  return {
    mark(node) {
      const cut = cutOf(node)
      landings.set(new Map(cut ? [[cut.line, 'here']] : []))
    },
    putDown(id) {
      const node = graph.getNodeModelById(id)
      const cut = node && cutOf(node)
      if (cut) put(id, cut)
    },
    putInto(id, line) {
      const at = halfWay(graph.getEdgeModelById(line)?.pointsList ?? [])
      if (!at) return
      groupOfLine(line)?.addChild(id)
      put(id, { line, at })
    },
    isFree: (id) => !graph.edges.some((edge) => isAt(edge, id)),
    mayStandBetween,
  }
}
