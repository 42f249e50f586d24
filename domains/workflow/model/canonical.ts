import {
  COUNTERSIGN_KEYS,
  FIELDS,
  isNodeType,
  LIMITS,
  newId,
  RESIZABLE,
  SIZES,
  type Size,
  shortType,
  VALUE_KEYS,
} from './names.ts'
import { asRecord, cleanRecord, isRecord, type Plain, toNumber } from './plain.ts'
import { ModelError, modelError, problem } from './problem.ts'
import { LIMIT_TEXTS, SHAPE_TEXTS } from './texts.ts'
import {
  EDGE_TYPE,
  type Label,
  type NodeType,
  type Point,
  type Problem,
  type Process,
  type ProcessEdge,
  type ProcessNode,
  type ProcessValues,
  type Properties,
  TYPE_PREFIX,
} from './types.ts'

/** Beyond any drawing, and still exact to a hundredth. */
const FARTHEST = 1e9
/** So that nested groups stay within the depth their xml may have. */
const DEEPEST_GROUP = LIMITS.depth - 5

/**
 * The one form of a definition that is saved, deployed and exported; canonical of canonical changes nothing.
 * @param raw a drawing or parsed json, of which nothing is believed
 * @param values the process values of the host; they win over those in `raw`
 * @param prefix of the types in the result; any or none is read
 * Throws ModelError with what keeps it from being drawn: wrong shape, unknown type, id used twice, edge without an end.
 * Workflow §1.4, §2.1.
 */
export function canonical(raw: unknown, values?: ProcessValues, prefix = TYPE_PREFIX): Process {
  if (!isRecord(raw)) throw modelError('SHAPE', SHAPE_TEXTS.object)
  if (!Array.isArray(raw.nodes)) throw modelError('SHAPE', SHAPE_TEXTS.nodes)
  if (raw.edges !== undefined && raw.edges !== null && !Array.isArray(raw.edges)) {
    throw modelError('SHAPE', SHAPE_TEXTS.edges)
  }
  checkCounts(raw.nodes.length, raw.edges?.length ?? 0)
  const { nodes: rawNodes, edges: rawEdges = [], ...rest } = cleanRecord(values ? { ...raw, ...values } : raw)
  delete rest.$nodes
  delete rest.$edges

  const problems: Problem[] = []
  const nodes = listOf(rawNodes).flatMap((node) => {
    if (isRecord(node)) return readNode(node, prefix, problems)
    problems.push(problem('SHAPE', [], SHAPE_TEXTS.node))
    return []
  })
  const taken = new Set(nodes.map((node) => node.id))
  const edgeRecords = listOf(rawEdges).filter((edge) => {
    if (!isRecord(edge)) problems.push(problem('SHAPE', [], SHAPE_TEXTS.edge))
    return isRecord(edge)
  })
  for (const edge of edgeRecords) taken.add(toText(edge.id))
  const edges = edgeRecords.map((edge) => {
    const id = toText(edge.id) || newId(EDGE_TYPE, taken)
    taken.add(id)
    return readEdge(edge, id, prefix)
  })
  groupChildren(nodes, problems)
  problems.push(...idProblems(nodes, edges))
  if (problems.length > 0) throw new ModelError(problems)

  const known = Object.fromEntries(
    VALUE_KEYS.map((key) => [key, toText(rest[key])] as const).filter(([, text]) => text !== ''),
  )
  for (const key of VALUE_KEYS) delete rest[key]
  return { ...rest, ...known, name: known.name ?? '', displayName: known.displayName ?? '', nodes, edges }
}

/** Throws ModelError when there are more nodes or edges than a definition may have. Workflow §5.2. */
export function checkCounts(nodes: number, edges: number): void {
  if (nodes > LIMITS.nodes) throw modelError('LIMIT', LIMIT_TEXTS.nodes)
  if (edges > LIMITS.edges) throw modelError('LIMIT', LIMIT_TEXTS.edges)
}

function readNode(raw: Plain, prefix: string, problems: Problem[]): ProcessNode[] {
  const id = toText(raw.id)
  const type = shortType(toText(raw.type))
  if (id === '') problems.push(problem('ID_FORMAT', [], id))
  if (!isNodeType(type)) {
    problems.push(problem('UNKNOWN_TYPE', [id], toText(raw.type)))
    return []
  }
  const { text: rawText, properties: rawProperties, children, ...rest } = raw
  const { displayName, name: _copy, state: _highlight, width, height, ...own } = asRecord(rawProperties)
  const properties: Properties = textFields(own, FIELDS[type])
  if (type === 'task') putCountersignIntoField(properties)
  tidyField(properties)
  if (RESIZABLE.has(type)) Object.assign(properties, readSize(type, width, height))
  if (type === 'subProcess') properties.children ??= children ?? []
  else if (children !== undefined) rest.children = children
  const x = readCoordinate(raw.x) ?? 0
  const y = readCoordinate(raw.y) ?? 0
  const label = readLabel(rawText, displayName)
  const node: ProcessNode = { ...rest, id, type: prefix + type, x, y, properties }
  if (label) node.text = { ...label, x: label.x ?? x, y: label.y ?? y }
  return [node]
}

function readEdge(raw: Plain, id: string, prefix: string): ProcessEdge {
  const {
    text: rawText,
    properties: rawProperties,
    startPoint,
    endPoint,
    pointsList,
    sourceAnchorId,
    targetAnchorId,
    ...rest
  } = raw
  const { displayName, state: _highlight, width: _w, height: _h, ...own } = asRecord(rawProperties)
  const properties: Properties = textFields(own, FIELDS.transition)
  if (properties.name === id) delete properties.name
  // The canvas takes `offset` for the spacing of the polyline and wants a number (§2.3 no. 22).
  if (typeof properties.offset === 'string') {
    properties.labelOffset ??= properties.offset
    delete properties.offset
  }
  const edge: ProcessEdge = {
    ...rest,
    id,
    type: prefix + EDGE_TYPE,
    sourceNodeId: toText(raw.sourceNodeId),
    targetNodeId: toText(raw.targetNodeId),
    properties,
  }
  const start = readPoint(startPoint)
  const end = readPoint(endPoint)
  const points = listOf(pointsList).map(readPoint)
  if (start) edge.startPoint = start
  if (end) edge.endPoint = end
  if (points.length > 1 && points.every((point) => point !== null)) edge.pointsList = points
  if (sourceAnchorId !== undefined) edge.sourceAnchorId = toText(sourceAnchorId)
  if (targetAnchorId !== undefined) edge.targetAnchorId = toText(targetAnchorId)
  const label = readLabel(rawText, displayName)
  if (label) edge.text = label
  return edge
}

/** Numbers and switches in fields that are text become text. */
function textFields(properties: Plain, keys: readonly string[]): Plain {
  const result = { ...properties }
  for (const key of keys) {
    const value = result[key]
    if (typeof value === 'number' || typeof value === 'boolean') result[key] = String(value)
  }
  return result
}

function putCountersignIntoField(properties: Properties): void {
  for (const key of COUNTERSIGN_KEYS) {
    const value = properties[key]
    if (value === undefined) continue
    delete properties[key]
    const field = properties.field
    if (field === undefined || isRecord(field)) properties.field = { [key]: value, ...field }
  }
}

function tidyField(properties: Properties): void {
  const { field } = properties
  if (!isRecord(field)) return
  if (Object.keys(field).length === 0) delete properties.field
  else properties.field = textFields(field, Object.keys(field))
}

/** Width and height as numbers; what is none, or not above zero, becomes the size of the type. */
export function readSize(type: NodeType, width: unknown, height: unknown): Size {
  const read = (value: unknown, or: number) => {
    const number = readCoordinate(value) ?? 0
    return number > 0 ? number : or
  }
  return { width: read(width, SIZES[type].width), height: read(height, SIZES[type].height) }
}

/** A coordinate in hundredths, from a number or a text that is one. */
export function readCoordinate(value: unknown): number | undefined {
  const number = toNumber(value)
  if (number === undefined) return undefined
  return Math.round(Math.min(Math.max(number, -FARTHEST), FARTHEST) * 100) / 100 + 0
}

function readPoint(raw: unknown): Point | null {
  const { x, y, ...rest } = asRecord(raw)
  const point = { x: readCoordinate(x), y: readCoordinate(y) }
  return point.x === undefined || point.y === undefined ? null : { ...rest, x: point.x, y: point.y }
}

function readLabel(raw: unknown, displayName: unknown): Label | null {
  const { value: rawValue, x: rawX, y: rawY, ...rest } = isRecord(raw) ? raw : { value: raw }
  const value = toText(rawValue) || toText(displayName)
  if (value === '') return null
  const x = readCoordinate(rawX)
  const y = readCoordinate(rawY)
  return { ...rest, value, ...(x === undefined ? {} : { x }), ...(y === undefined ? {} : { y }) }
}

/**
 * Gives every group the ids of its children that exist, in node order; each node lies in one group at most, and no
 * group in itself.
 */
function groupChildren(nodes: readonly ProcessNode[], problems: Problem[]): void {
  const groups = nodes.filter((node) => shortType(node.type) === 'subProcess')
  const isGroup = new Set(groups.map((group) => group.id))
  const parents = new Map<string, string>()
  for (const group of groups) {
    for (const child of listOf(group.properties.children)) {
      const id = toText(child)
      if (parents.has(id) || (isGroup.has(id) && isWithin(group.id, id, parents))) continue
      parents.set(id, group.id)
    }
  }
  const children = new Map(groups.map((group) => [group.id, [] as string[]]))
  for (const { id } of nodes) children.get(parents.get(id) ?? '')?.push(id)
  for (const group of groups) {
    group.properties.children = children.get(group.id) ?? []
    let depth = 1
    for (let at = parents.get(group.id); at !== undefined; at = parents.get(at)) depth++
    if (depth > DEEPEST_GROUP) {
      problems.push(problem('LIMIT', [group.id], LIMIT_TEXTS.depth))
      return
    }
  }
}

function isWithin(id: string, group: string, parents: ReadonlyMap<string, string>): boolean {
  for (let at: string | undefined = id; at !== undefined; at = parents.get(at)) {
    if (at === group) return true
  }
  return false
}

/** Ids used twice, and edges that begin or end nowhere. */
export function idProblems(
  nodes: readonly { id: string }[],
  edges: readonly { id: string; sourceNodeId: string; targetNodeId: string }[],
): Problem[] {
  const problems: Problem[] = []
  const seen = new Map<string, number>()
  for (const { id } of [...nodes, ...edges]) {
    const times = (seen.get(id) ?? 0) + 1
    seen.set(id, times)
    if (times === 2) problems.push(problem('DUP_ID', [id], id))
  }
  const ids = new Set(nodes.map((node) => node.id))
  for (const edge of edges) {
    if (!ids.has(edge.sourceNodeId) || !ids.has(edge.targetNodeId)) {
      problems.push(problem('DANGLING', [edge.id], edge.id))
    }
  }
  return problems
}

function toText(value: unknown): string {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
