import { readSize } from './canonical.ts'
import { isNodeType, RESIZABLE, SIZES, type Size, shortType } from './names.ts'
import type { Point, Process, ProcessEdge, ProcessNode } from './types.ts'

/** Width and height a node is drawn with; groups unfolded. */
export function sizeOf(node: ProcessNode): Size {
  const type = shortType(node.type)
  if (!isNodeType(type)) return SIZES.task
  return RESIZABLE.has(type) ? readSize(type, node.properties.width, node.properties.height) : SIZES[type]
}

/** The middle of the side of a node that faces a point: where an edge from there is fastened. */
export function sideToward(node: ProcessNode, point: Point): Point {
  const { width, height } = sizeOf(node)
  const dx = point.x - node.x
  const dy = point.y - node.y
  if (Math.abs(dx) * height >= Math.abs(dy) * width) {
    return at(node.x + (dx < 0 ? -width : width) / 2, node.y)
  }
  return at(node.x, node.y + (dy < 0 ? -height : height) / 2)
}

/**
 * The same definition with every edge drawn in right angles. The canvas would bend diagonals by itself on each load;
 * doing it once, on import, keeps a drawing from changing silently. Workflow §2.3 no. 18.
 */
export function orthogonal(process: Process): Process {
  const nodes = new Map(process.nodes.map((node) => [node.id, node]))
  return { ...process, edges: process.edges.map((edge) => squareEdge(edge, nodes)) }
}

function squareEdge(edge: ProcessEdge, nodes: ReadonlyMap<string, ProcessNode>): ProcessEdge {
  const points = edge.pointsList
  if (!points?.some((point, index) => index > 0 && isDiagonal(points[index - 1], point))) return edge
  const [first, ...rest] = points
  if (!first) return edge
  const last = points.length - 1
  const target = nodes.get(edge.targetNodeId)
  const squared = [first]
  let horizontal = leavesSideways(first, nodes.get(edge.sourceNodeId))
  let from = first
  rest.forEach((to, index) => {
    if (isDiagonal(from, to)) {
      const atEnd = index + 1 === last
      const arrivesSideways = atEnd && leavesSideways(to, target)
      if (atEnd && arrivesSideways === horizontal) {
        // Leaving and arriving in the same direction takes a step half way.
        const x = (from.x + to.x) / 2
        const y = (from.y + to.y) / 2
        squared.push(...(horizontal ? [at(x, from.y), at(x, to.y)] : [at(from.x, y), at(to.x, y)]))
      } else {
        squared.push(horizontal ? at(to.x, from.y) : at(from.x, to.y))
        horizontal = !horizontal
      }
    } else {
      horizontal = isSame(from.y, to.y)
    }
    squared.push(to)
    from = to
  })
  return { ...edge, pointsList: withoutNeedless(squared) }
}

function at(x: number, y: number): Point {
  return { x: Math.round(x * 100) / 100, y: Math.round(y * 100) / 100 }
}

function isSame(a: number, b: number): boolean {
  return Math.abs(a - b) <= 0.01
}

function isDiagonal(from: Point | undefined, to: Point): boolean {
  return from !== undefined && !isSame(from.x, to.x) && !isSame(from.y, to.y)
}

/** Whether an end of an edge lies on the left or right side of its node. */
function leavesSideways(end: Point, node: ProcessNode | undefined): boolean {
  if (!node) return true
  const { width, height } = sizeOf(node)
  return Math.abs(end.x - node.x) * height >= Math.abs(end.y - node.y) * width
}

/** Points that repeat the one before, or lie on a straight line between their neighbours, are left out. */
function withoutNeedless(points: readonly Point[]): Point[] {
  const kept: Point[] = []
  points.forEach((point, index) => {
    const before = kept.at(-1)
    const after = points[index + 1]
    if (before && after) {
      const vertical = isSame(before.x, point.x) && isSame(point.x, after.x)
      const level = isSame(before.y, point.y) && isSame(point.y, after.y)
      if (vertical || level) return
    }
    kept.push(point)
  })
  return kept
}
