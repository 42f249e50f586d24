import { BaseEdgeModel, type BaseNodeModel, type GraphModel, type Model, reaction } from '@logicflow/core'

/** Drawings above this size are drawn only as far as they are seen. */
const WHOLE = 60

type Corner = Parameters<GraphModel['getAreaElement']>[0]

/**
 * Which elements are drawn. The library takes an edge for unseen when both its ends are, and a group when its four
 * corners are, though they may run right through what is seen; here their boxes are compared.
 */
export function drawOnlySeen(graph: GraphModel): void {
  const library = graph.isElementInArea.bind(graph)
  graph.isElementInArea = (element, from, to, wholeEdge, wholeNode) =>
    wholeEdge === false && wholeNode === false
      ? touches(graph, element, from, to)
      : library(element, from, to, wholeEdge, wholeNode)
}

/**
 * The library reads the whole drawing after every frame of a drag, for an event that nobody here listens to: 20 ms with
 * 1,000 nodes. What it gets is read when somebody looks at it.
 */
export function readLazily(graph: GraphModel): void {
  const library = graph.modelToGraphData.bind(graph)
  graph.modelToGraphData = () => {
    let read: ReturnType<typeof library> | undefined
    const data = () => {
      read ??= library()
      return read
    }
    return {
      get nodes() {
        return data().nodes
      },
      get edges() {
        return data().edges
      },
    }
  }
}

/**
 * The library finds nodes and edges by maps that it makes anew for every question unless something watches them: with
 * 1,000 nodes two thousand times while they are shown.
 */
export function keepMaps(graph: GraphModel): void {
  reaction(
    () => [graph.nodesMap, graph.edgesMap],
    () => undefined,
  )
}

/** Where edges meet a node, which the library turns by the node's angle with six matrices each, also when it has none. */
export function anchorsOf(node: BaseNodeModel, turned: () => Model.AnchorConfig[]): Model.AnchorConfig[] {
  return node.rotate === 0 ? node.getAnchorsByOffset() : turned()
}

export function isLarge(nodes: number): boolean {
  return nodes > WHOLE
}

function touches(
  graph: GraphModel,
  element: BaseNodeModel | BaseEdgeModel,
  [left, top]: Corner,
  [right, bottom]: Corner,
): boolean {
  const box = boxOf(element)
  const [x1, y1] = graph.transformModel.CanvasPointToHtmlPoint([box.minX, box.minY])
  const [x2, y2] = graph.transformModel.CanvasPointToHtmlPoint([box.maxX, box.maxY])
  return x2 >= left && x1 <= right && y2 >= top && y1 <= bottom
}

/** What an element takes up, in canvas units. */
export function boxOf(element: BaseNodeModel | BaseEdgeModel) {
  if (!(element instanceof BaseEdgeModel)) {
    const { x, y, width, height } = element
    return { minX: x - width / 2, minY: y - height / 2, maxX: x + width / 2, maxY: y + height / 2 }
  }
  const points: { x: number; y: number }[] = element.pointsList
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)]
  return { minX: Math.min(...xs), minY: Math.min(...ys), maxX: Math.max(...xs), maxY: Math.max(...ys) }
}
