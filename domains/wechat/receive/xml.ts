import { SaxesParser } from 'saxes'

/** Not well-formed, with a document type, or not of the platform's flat shape. */
export class XmlError extends Error {
  override name = 'XmlError'
}

// What the platform sends lies two levels deep, an article three, and carries no attributes.
const DEEPEST = 8
const MOST_ELEMENTS = 500
const MOST_ATTRIBUTES = 20

/**
 * The fields of a message: elements directly below the root that hold text; deeper ones are left out. No document type
 * and no entities but the five of XML itself. XmlError otherwise. Platform §11.3.
 */
export function readXml(source: string): Record<string, string> {
  const fields: Record<string, string> = Object.create(null)
  const parser = new SaxesParser()
  let depth = 0
  let name = ''
  let text = ''
  const add = (more: string): void => {
    if (depth === 2) text += more
  }
  parser.on('doctype', () => {
    throw new XmlError('A document type is not taken')
  })
  parser.on('error', (error) => {
    throw new XmlError(error.message)
  })
  let elements = 0
  let attributes = 0
  parser.on('opentagstart', () => {
    attributes = 0
    depth += 1
    elements += 1
    if (depth > DEEPEST || elements > MOST_ELEMENTS) throw new XmlError('Too deep or too many elements')
  })
  // Counted as they come: an element is told only when all of them have been read.
  parser.on('attribute', () => {
    attributes += 1
    if (attributes > MOST_ATTRIBUTES) throw new XmlError('Too many attributes')
  })
  parser.on('opentag', (tag) => {
    if (depth === 2) {
      name = tag.name
      text = ''
    }
  })
  parser.on('text', add)
  parser.on('cdata', add)
  parser.on('closetag', () => {
    if (depth === 2) fields[name] = text.trim()
    depth -= 1
  })
  parser.write(source).close()
  return fields
}

/** A value of an answer: text, a number, elements below, or the same element several times. */
export type XmlValue = string | number | { readonly [name: string]: XmlValue } | readonly XmlValue[]

/** An element as the platform writes them: texts as CDATA. */
export function writeXml(name: string, value: XmlValue): string {
  if (Array.isArray(value)) return value.map((one) => writeXml(name, one)).join('')
  if (typeof value === 'object')
    return `<${name}>${Object.entries(value)
      .map(([field, one]) => writeXml(field, one))
      .join('')}</${name}>`
  const text = typeof value === 'number' ? String(value) : `<![CDATA[${cdata(value)}]]>`
  return `<${name}>${text}</${name}>`
}

// What XML cannot hold at all is left out; what would end the section is split over two.
const cdata = (text: string): string =>
  text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll(']]>', ']]]]><![CDATA[>')
