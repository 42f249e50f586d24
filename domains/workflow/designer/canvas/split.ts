import { shortType } from '../../model/names.ts'
import type { Point } from '../../model/types.ts'
import type { Drawing } from './drawing.ts'

/** A line may run so far beside the middle of a node that is put on it, at most; canvas units. */
const REACH = 40

export interface Line {
  id: string
  points: readonly Point[]
}

interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** A line and the point of it where a node goes in. */
export interface Cut {
  line: string
  at: Point
}

/** The line that runs nearest to the middle of a node, and through the node; null when none does. */
export function cutUnder(lines: readonly Line[], { x, y, width, height }: Box): Cut | null {
  let least = Math.min(width / 2, height / 2, REACH)
  let found: Cut | null = null
  for (const { id, points } of lines)
    for (const [from, to] of parts(points)) {
      const at = nearest(from, to, { x, y })
      const away = Math.hypot(at.x - x, at.y - y)
      if (away > least) continue
      least = away
      found = { line: id, at }
    }
  return found
}

/** The point half way along a line. */
export function halfWay(points: readonly Point[]): Point | null {
  const lengths = parts(points).map(([from, to]) => Math.hypot(to.x - from.x, to.y - from.y))
  let rest = lengths.reduce((sum, length) => sum + length, 0) / 2
  for (const [index, [from, to]] of parts(points).entries()) {
    const length = lengths[index] ?? 0
    if (rest <= length && length > 0) {
      const share = rest / length
      return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }
    }
    rest -= length
  }
  return null
}

/**
 * The drawing with a node put into a line, its middle on the line: source → node → target. The first half is the former
 * line with its id, name, condition and place among the ways of its source, which decide in their order; the second half
 * is new under the id `fresh`. Both run anew, the outer ends stay where they are fastened. Decision 0084.
 */
export function split({ nodes, edges }: Drawing, { line, at }: Cut, id: string, fresh: string): Drawing {
  return {
    nodes: nodes.map((node) => {
      // What lies in a group stands where it stands.
      if (node.id !== id || shortType(node.type) === 'subProcess') return node
      const { text } = node
      if (!text) return { ...node, ...at }
      const [right, down] = [at.x - node.x, at.y - node.y]
      return {
        ...node,
        ...at,
        text: { ...text, x: (text.x ?? node.x) + right, y: (text.y ?? node.y) + down },
      }
    }),
    edges: edges.flatMap((edge) => {
      if (edge.id !== line) return edge
      const { startPoint: _start, endPoint: _end, pointsList: _points, ...former } = edge
      const { targetAnchorId, text, ...first } = former
      return [
        { ...first, targetNodeId: id, ...(text ? { text: { value: text.value } } : {}) },
        {
          id: fresh,
          type: edge.type,
          sourceNodeId: id,
          targetNodeId: edge.targetNodeId,
          ...(targetAnchorId === undefined ? {} : { targetAnchorId }),
          properties: {},
        },
      ]
    }),
  }
}

function parts(points: readonly Point[]): (readonly [Point, Point])[] {
  return points.slice(1).map((to, index) => [points[index] ?? to, to] as const)
}

/** The point of a straight line that is nearest to another point. */
function nearest(from: Point, to: Point, { x, y }: Point): Point {
  const [across, down] = [to.x - from.x, to.y - from.y]
  const square = across ** 2 + down ** 2
  const share = square === 0 ? 0 : ((x - from.x) * across + (y - from.y) * down) / square
  const within = Math.min(Math.max(share, 0), 1)
  return { x: from.x + across * within, y: from.y + down * within }
}
