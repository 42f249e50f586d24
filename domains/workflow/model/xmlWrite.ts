import { childIds } from './elements.ts'
import { sizeOf } from './geometry.ts'
import { FIELDS, isNodeType, shortType, VALUE_KEYS } from './names.ts'
import { cleanRecord, isRecord, mergeDiff, type Plain, sortKeys, stableJson } from './plain.ts'
import { modelError } from './problem.ts'
import type { Process, ProcessEdge, ProcessNode, Properties } from './types.ts'
import { edgeBase, nodeBase, processBase } from './xmlBase.ts'
import { carried, printElements, type XmlElement } from './xmlElement.ts'

/** The drawing by its connections, and the order in which elements come to stand in the text. */
interface Writing {
  nodes: ReadonlyMap<string, ProcessNode>
  outgoing: ReadonlyMap<string, readonly ProcessEdge[]>
  nodeOrder: string[]
  edgeOrder: string[]
}

/**
 * Xml text of a canonical definition; reading it gives the same definition again, and equal definitions give equal
 * texts. Throws ModelError for an unknown type. Workflow §1.5.
 */
export function writeXml(process: Process): string {
  const { nodes, edges, ...values } = process
  const writing: Writing = {
    nodes: new Map(nodes.map((node) => [node.id, node])),
    outgoing: Map.groupBy(edges, (edge) => edge.sourceNodeId),
    nodeOrder: [],
    edgeOrder: [],
  }
  const inner = new Set(nodes.flatMap(childIds))
  const root: XmlElement = {
    name: 'process',
    attributes: textAttributes(values, VALUE_KEYS),
    children: nodes.filter((node) => !inner.has(node.id)).map((node) => nodeElement(node, writing)),
  }
  const patch = mergeDiff(processBase(root), cleanRecord(values))
  const ids = { nodes: nodes.map((node) => node.id), edges: edges.map((edge) => edge.id) }
  if (!isSameOrder(ids.nodes, writing.nodeOrder)) patch.$nodes = ids.nodes
  if (!isSameOrder(ids.edges, writing.edgeOrder)) patch.$edges = ids.edges
  addPatch(root, patch)
  return printElements(root)
}

function nodeElement(node: ProcessNode, writing: Writing): XmlElement {
  const type = shortType(node.type)
  if (!isNodeType(type)) throw modelError('UNKNOWN_TYPE', node.type)
  const element: XmlElement = {
    name: type,
    attributes: {
      ...textAttributes({ name: node.id, displayName: node.text?.value }, ['name', 'displayName']),
      ...textAttributes(node.properties, FIELDS[type]),
      layout: layoutOf(node),
    },
    children: fieldElements(node.properties),
  }
  writing.nodeOrder.push(node.id)
  // Where a node lies is said by the nesting, what it is by the name of its element.
  const { type: _type, ...rest } = node
  const { children, ...properties } = node.properties
  const own = type === 'subProcess' ? { ...rest, properties } : rest
  addPatch(element, mergeDiff(nodeBase(element, type), own))
  for (const id of childIds(node)) {
    const child = writing.nodes.get(id)
    if (child) element.children.push(nodeElement(child, writing))
  }
  for (const edge of writing.outgoing.get(node.id) ?? []) {
    element.children.push(edgeElement(edge))
    writing.edgeOrder.push(edge.id)
  }
  return element
}

function edgeElement(edge: ProcessEdge): XmlElement {
  const element: XmlElement = {
    name: 'transition',
    attributes: {
      ...textAttributes({ name: edge.id, displayName: edge.text?.value }, ['name', 'displayName']),
      ...textAttributes(edge.properties, FIELDS.transition),
      to: carried(edge.targetNodeId),
      g: (edge.pointsList ?? [])
        .slice(1, -1)
        .map(({ x, y }) => `${x},${y}`)
        .join(';'),
    },
    children: [],
  }
  const { type: _type, ...own } = edge
  addPatch(element, mergeDiff(edgeBase(element, edge.sourceNodeId), own))
  return element
}

/** Top-left corner and size; thousandths, so that the centre comes back to the hundredth. */
function layoutOf(node: ProcessNode): string {
  const { width, height } = sizeOf(node)
  const thousandths = (value: number) => Math.round(value * 1000) / 1000
  return [thousandths(node.x - width / 2), thousandths(node.y - height / 2), width, height].join(',')
}

function fieldElements({ field, fields }: Properties): XmlElement[] {
  const attribute = (name: string, value: string): XmlElement => ({
    name: 'attr',
    attributes: { name, value },
    children: [],
  })
  const extensions = isRecord(field)
    ? sortKeys(Object.keys(field)).flatMap((name) => {
        const value = field[name]
        if (typeof value !== 'string' || carried(name) !== name || carried(value) !== value) return []
        return [{ name: 'field', attributes: { name }, children: [attribute('value', value)] }]
      })
    : []
  const definitions = Array.isArray(fields)
    ? fields.filter(isRecord).map(({ attrs, ...own }) => ({
        name: 'field',
        attributes: {
          ...textAttributes(own, ['name', 'displayName']),
          type: text(own.type),
          ...textAttributes(own, ['layout']),
        },
        children: Array.isArray(attrs)
          ? attrs.filter(isRecord).map(({ name, value }) => attribute(text(name), text(value)))
          : [],
      }))
    : []
  return [...extensions, ...definitions]
}

/** Those of the values that are text and leave something for xml to carry. */
function textAttributes(values: Plain, keys: readonly string[]): Record<string, string> {
  const found: Record<string, string> = {}
  for (const key of keys) {
    const value = text(values[key])
    if (value !== '') found[key] = value
  }
  return found
}

function text(value: unknown): string {
  return typeof value === 'string' ? carried(value) : ''
}

function addPatch(element: XmlElement, patch: Plain): void {
  if (Object.keys(patch).length === 0) return
  // Json leaves some control characters as they are.
  element.attributes.lf = stableJson(patch).replace(
    /[\u007f-\u009f\u2028\u2029\ufffe\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

function isSameOrder(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((id, index) => id === b[index])
}
