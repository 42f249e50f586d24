import { canonical, checkCounts } from './canonical.ts'
import { sideToward } from './geometry.ts'
import { RESIZABLE } from './names.ts'
import { asRecord, cleanPatch, isRecord, mergeInto, type Plain } from './plain.ts'
import { modelError } from './problem.ts'
import { SHAPE_TEXTS } from './texts.ts'
import { type NodeType, type Point, type Process, type ProcessEdge, TYPE_PREFIX } from './types.ts'
import { edgeBase, elementType, nodeBase, processBase, readBends } from './xmlBase.ts'
import { parseElements, type XmlElement } from './xmlElement.ts'

/** What has been read so far, in document order. */
interface Reading {
  prefix: string
  nodes: Plain[]
  edges: { raw: Plain; g: string | undefined }[]
}

/**
 * Reads a definition from xml text into its canonical form: files of this product, of the Java designer, and such as
 * were edited by hand. Throws ModelError: XML_SYNTAX with line and column, XML_FORBIDDEN, LIMIT, UNKNOWN_TYPE or
 * UNKNOWN_ELEMENT, or what `canonical` found. Workflow §1.5, §5.2.
 */
export function readXml(text: string, prefix = TYPE_PREFIX): Process {
  const root = parseElements(text)
  if (root.name !== 'process') throw modelError('SHAPE', SHAPE_TEXTS.root)
  const reading: Reading = { prefix, nodes: [], edges: [] }
  for (const child of root.children) readNode(child, reading)

  repairNames(reading)
  const { $nodes, $edges, ...patch } = readPatch(root)
  const process = canonical(
    {
      ...mergeInto(processBase(root), patch),
      nodes: inOrder(reading.nodes, $nodes),
      edges: inOrder(
        reading.edges.map(({ raw }) => raw),
        $edges,
      ),
    },
    undefined,
    prefix,
  )
  return settleBends(process, reading)
}

/** Reads a node and what lies in it; answers its id. */
function readNode(element: XmlElement, reading: Reading): unknown {
  const type = elementType(element.name)
  if (!type) throw modelError('UNKNOWN_TYPE', element.name)
  const node = withPatch(nodeBase(element, type), readPatch(element), type)
  node.type = reading.prefix + type
  reading.nodes.push(node)
  const children: unknown[] = []
  for (const child of element.children) {
    if (child.name === 'transition') readEdge(child, node.id, reading)
    else if (child.name === 'field') checkField(child)
    else if (type === 'subProcess') children.push(readNode(child, reading))
    else throw modelError('UNKNOWN_ELEMENT', child.name)
  }
  if (type === 'subProcess') node.properties = { ...asRecord(node.properties), children }
  checkCounts(reading.nodes.length, reading.edges.length)
  return node.id
}

/** The patch may refine where a node stands, but `layout` wins when somebody moved it there. */
function withPatch(base: Plain, patch: Plain, type: NodeType): Plain {
  const node = mergeInto(base, patch)
  for (const key of ['x', 'y']) {
    if (!isNear(node[key], base[key])) node[key] = base[key]
  }
  if (RESIZABLE.has(type)) {
    const properties = asRecord(node.properties)
    const { width, height } = asRecord(base.properties)
    node.properties = {
      ...properties,
      ...(isNear(properties.width, width) ? {} : { width }),
      ...(isNear(properties.height, height) ? {} : { height }),
    }
  }
  return node
}

function readEdge(element: XmlElement, source: unknown, reading: Reading): void {
  const [child] = element.children
  if (child) throw modelError('UNKNOWN_ELEMENT', child.name)
  const raw = mergeInto(edgeBase(element, typeof source === 'string' ? source : ''), readPatch(element))
  reading.edges.push({ raw, g: element.attributes.g })
}

function checkField(element: XmlElement): void {
  for (const attr of element.children) {
    const wrong = attr.name === 'attr' ? attr.children[0] : attr
    if (wrong) throw modelError('UNKNOWN_ELEMENT', wrong.name)
  }
}

function readPatch(element: XmlElement): Plain {
  const { lf, name = element.name } = element.attributes
  if (lf === undefined) return {}
  try {
    const patch: unknown = JSON.parse(lf)
    if (isRecord(patch)) return cleanPatch(patch)
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause
  }
  throw modelError('BAD_LF', name)
}

/** An imported edge without a name of its own is named by its ends; a decision may still know it by the old one. */
function repairNames({ nodes, edges }: Reading): void {
  const taken = new Set(nodes.map((node) => node.id))
  const nameless = edges.filter(({ raw }) => {
    if (typeof raw.id === 'string' && !taken.has(raw.id)) {
      taken.add(raw.id)
      return false
    }
    return true
  })
  for (const { raw } of nameless) {
    const ends = `${raw.sourceNodeId}_${raw.targetNodeId}`
    let id = ends
    for (let number = 2; taken.has(id); number++) id = `${ends}_${number}`
    if (typeof raw.id === 'string') raw.properties = { ...asRecord(raw.properties), name: raw.id }
    raw.id = id
    taken.add(id)
  }
}

function inOrder(elements: readonly Plain[], ids: unknown): Plain[] {
  if (!Array.isArray(ids)) return [...elements]
  const places = new Map(ids.map((id, index) => [id, index]))
  const place = (element: Plain) => places.get(element.id) ?? places.size
  return [...elements].sort((a, b) => place(a) - place(b))
}

/** `g` is what counts for the bends of an edge; the ends come from the patch or, without one, from the nodes. */
function settleBends(process: Process, reading: Reading): Process {
  const texts = new Map(reading.edges.map(({ raw, g }) => [raw.id, g]))
  const nodes = new Map(process.nodes.map((node) => [node.id, node]))
  const settled = (edge: ProcessEdge): ProcessEdge => {
    const g = texts.get(edge.id)
    if (g === undefined) return edge
    const bends = readBends(g)
    const points = edge.pointsList ?? []
    if (isSameLine(points.slice(1, -1), bends)) return edge
    const source = nodes.get(edge.sourceNodeId)
    const target = nodes.get(edge.targetNodeId)
    if (!source || !target) return edge
    const start = points[0] ?? edge.startPoint ?? sideToward(source, bends[0] ?? target)
    const end = points.at(-1) ?? edge.endPoint ?? sideToward(target, bends.at(-1) ?? source)
    return { ...edge, pointsList: [start, ...bends, end] }
  }
  return { ...process, edges: process.edges.map(settled) }
}

function isSameLine(a: readonly Point[], b: readonly Point[]): boolean {
  return (
    a.length === b.length &&
    a.every((point, index) => isNear(point.x, b[index]?.x) && isNear(point.y, b[index]?.y))
  )
}

/** Within a hundredth, in spite of what binary fractions make of it. */
function isNear(a: unknown, b: unknown): boolean {
  return typeof a === 'number' && typeof b === 'number' && Math.round(Math.abs(a - b) * 100) <= 1
}
