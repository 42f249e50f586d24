import { readCoordinate, readSize } from './canonical.ts'
import { isNodeType, RESIZABLE } from './names.ts'
import { cleanRecord, type Plain, toNumber } from './plain.ts'
import type { NodeType, Point } from './types.ts'
import type { XmlElement } from './xmlElement.ts'

/**
 * What the standard attributes of an element alone say. Reader and writer share it, so that the patch in `lf` is
 * always the difference to the same thing. Workflow §1.5.
 */

/** Java's element `subprocess` calls another process; ours of that sort is wfSubProcess. undefined: no node. */
export function elementType(name: string): NodeType | undefined {
  if (name === 'subprocess') return 'wfSubProcess'
  return isNodeType(name) ? name : undefined
}

export function processBase(element: XmlElement): Plain {
  const { lf: _patch, nodes: _nodes, edges: _edges, ...values } = ownAttributes(element)
  return cleanRecord(values)
}

export function nodeBase(element: XmlElement, type: NodeType): Plain {
  const { name, displayName, layout = '', lf: _patch, ...attributes } = ownAttributes(element)
  const [left = 0, top = 0, layoutWidth = 0, layoutHeight = 0] = layout.split(',').map(toNumber)
  const size = readSize(
    type,
    layoutWidth > 0 ? layoutWidth : attributes.width,
    layoutHeight > 0 ? layoutHeight : attributes.height,
  )
  const properties: Plain = { ...attributes, ...readFields(element) }
  if (RESIZABLE.has(type)) Object.assign(properties, size)
  if (type === 'wfSubProcess' && !attributes.form && attributes.processName) {
    properties.form = attributes.processName
    delete properties.processName
  }
  const x = readCoordinate(left + size.width / 2)
  const y = readCoordinate(top + size.height / 2)
  const text = displayName ? { x, y, value: displayName } : undefined
  return cleanRecord({ id: name, x, y, text, properties })
}

export function edgeBase(element: XmlElement, sourceNodeId: string): Plain {
  const { name, displayName, to, g: _bends, lf: _patch, offset, ...attributes } = ownAttributes(element)
  const properties = offset === undefined ? attributes : { labelOffset: offset, ...attributes }
  const text = displayName ? { value: displayName } : undefined
  return cleanRecord({ id: name, sourceNodeId, targetNodeId: to, text, properties })
}

/** Bend points: 'x1,y1;x2,y2'. What is no point is passed over. */
export function readBends(g: string): Point[] {
  return g.split(';').flatMap((pair) => {
    const [x, y] = pair.split(',').map(readCoordinate)
    return x === undefined || y === undefined ? [] : [{ x, y }]
  })
}

function ownAttributes(element: XmlElement): Record<string, string> {
  return Object.fromEntries(Object.entries(element.attributes).filter(([name]) => !/^xmlns(:|$)/.test(name)))
}

/** `field` elements: a definition of a form field carries `type`, an extension attribute does not. */
function readFields(element: XmlElement): Plain {
  const field = new Map<string, string>()
  const fields: Plain[] = []
  for (const child of element.children) {
    if (child.name !== 'field') continue
    const attrs = child.children.map((attr) => ({ ...attr.attributes }))
    const value = attrs.find((attr) => attr.name === 'value')
    const isDefinition = child.attributes.type !== undefined || (attrs.length > 0 && !value)
    if (isDefinition) fields.push({ ...child.attributes, ...(attrs.length > 0 ? { attrs } : {}) })
    else if (child.attributes.name) field.set(child.attributes.name, value?.value ?? '')
  }
  return {
    ...(field.size > 0 ? { field: Object.fromEntries(field) } : {}),
    ...(fields.length > 0 ? { fields } : {}),
  }
}
