import type { LogicFlow } from '@logicflow/core'
import type { ProcessEdge, ProcessNode } from '../../model/types.ts'

/** Nodes and edges as the canvas has them now. */
export interface Drawing {
  nodes: ProcessNode[]
  edges: ProcessEdge[]
}

const NODE_KEYS = new Set(['id', 'type', 'x', 'y', 'text', 'properties', 'children'])
const EDGE_KEYS = new Set([
  ...['id', 'type', 'sourceNodeId', 'targetNodeId', 'sourceAnchorId', 'targetAnchorId'],
  ...['startPoint', 'endPoint', 'pointsList', 'text', 'properties'],
])

/** What an element carries that the canvas would forget; it is put back when the drawing is read. Workflow §1.2. */
export function extrasOf(element: ProcessNode | ProcessEdge): Record<string, unknown> {
  const known = 'sourceNodeId' in element ? EDGE_KEYS : NODE_KEYS
  return Object.fromEntries(Object.entries(element).filter(([key]) => !known.has(key)))
}

/** A node of the canvas as it stands in json: the highlight is no part of it, children lie in the properties. */
export function readNode(data: LogicFlow.NodeData, extras: object | undefined): ProcessNode {
  const { id, type, x, y, text } = data
  const { state: _, ...properties } = { state: undefined, ...data.properties }
  return {
    ...extras,
    id,
    type,
    x,
    y,
    ...(text ? { text: { x: text.x, y: text.y, value: text.value } } : {}),
    properties,
  }
}

/** An edge of the canvas as it stands in json; its ends are those of its line, which the library lets come apart. */
export function readEdge(data: LogicFlow.EdgeData, extras: object | undefined): ProcessEdge {
  const { id, type, sourceNodeId, targetNodeId, sourceAnchorId, targetAnchorId, text } = data
  const pointsList = (data.pointsList ?? [data.startPoint, data.endPoint]).map(({ x, y }) => ({ x, y }))
  const { state: _, ...properties } = { state: undefined, ...data.properties }
  return {
    ...extras,
    id,
    type,
    sourceNodeId,
    targetNodeId,
    sourceAnchorId,
    targetAnchorId,
    startPoint: pointsList[0],
    endPoint: pointsList.at(-1),
    pointsList,
    ...(text ? { text: { x: text.x, y: text.y, value: text.value } } : {}),
    properties,
  }
}

/** The children of an inline sub-process; of any other node none. */
export function childrenOf(node: ProcessNode): string[] {
  const { children } = node.properties
  return Array.isArray(children) ? children.filter((id) => typeof id === 'string') : []
}

/**
 * The drawing with elements named anew (old id → new id): ends, children and the ids of anchors, which begin with the id
 * of their node, follow. Workflow §2.3 no. 4.
 */
export function renamed({ nodes, edges }: Drawing, names: ReadonlyMap<string, string>): Drawing {
  const now = (id: string) => names.get(id) ?? id
  const anchor = (id: string | undefined, node: string) =>
    id?.startsWith(`${node}_`) ? `${now(node)}${id.slice(node.length)}` : id
  return {
    nodes: nodes.map((node) => {
      const children = childrenOf(node)
      const properties =
        children.length > 0 ? { ...node.properties, children: children.map(now) } : node.properties
      return { ...node, id: now(node.id), properties }
    }),
    edges: edges.map((edge) => ({
      ...edge,
      id: now(edge.id),
      sourceNodeId: now(edge.sourceNodeId),
      targetNodeId: now(edge.targetNodeId),
      sourceAnchorId: anchor(edge.sourceAnchorId, edge.sourceNodeId),
      targetAnchorId: anchor(edge.targetAnchorId, edge.targetNodeId),
    })),
  }
}

/** The drawing moved by a distance. */
export function shifted({ nodes, edges }: Drawing, by: number): Drawing {
  const move = <T extends { x?: number; y?: number }>(point: T): T => ({
    ...point,
    ...(point.x === undefined ? {} : { x: point.x + by }),
    ...(point.y === undefined ? {} : { y: point.y + by }),
  })
  return {
    nodes: nodes.map((node) => ({
      ...node,
      x: node.x + by,
      y: node.y + by,
      ...(node.text ? { text: move(node.text) } : {}),
    })),
    edges: edges.map((edge) => ({
      ...edge,
      ...(edge.startPoint ? { startPoint: move(edge.startPoint) } : {}),
      ...(edge.endPoint ? { endPoint: move(edge.endPoint) } : {}),
      ...(edge.pointsList ? { pointsList: edge.pointsList.map(move) } : {}),
      ...(edge.text ? { text: move(edge.text) } : {}),
    })),
  }
}

/** The chosen nodes with all that lies inside of them, and the ways between them. */
export function part({ nodes, edges }: Drawing, ids: ReadonlySet<string>): Drawing {
  const taken = new Set<string>()
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const take = (id: string) => {
    const node = byId.get(id)
    if (!node || taken.has(id)) return
    taken.add(id)
    for (const child of childrenOf(node)) take(child)
  }
  for (const id of ids) take(id)
  return {
    nodes: nodes.filter(({ id }) => taken.has(id)),
    edges: edges.filter(
      ({ sourceNodeId, targetNodeId }) => taken.has(sourceNodeId) && taken.has(targetNodeId),
    ),
  }
}
