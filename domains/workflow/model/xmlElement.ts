import { SaxesParser } from 'saxes'
import { FORBIDDEN_KEYS, LIMITS, shortType } from './names.ts'
import { checkBytes } from './plain.ts'
import { modelError } from './problem.ts'
import { atPosition, LIMIT_TEXTS } from './texts.ts'

/** Xml as a tree of elements: text between them means nothing here and is dropped. Workflow §5.2. */
export interface XmlElement {
  /** without prefix */
  name: string
  attributes: Record<string, string>
  children: XmlElement[]
}

/** Parses one document, strictly. Throws ModelError: XML_SYNTAX with line and column, XML_FORBIDDEN, LIMIT. */
export function parseElements(text: string): XmlElement {
  checkBytes(text)
  const parser = new SaxesParser()
  const document: XmlElement = { name: '', attributes: {}, children: [] }
  const open = [document]
  parser.on('error', (error) => {
    const reason = error.message.replace(/^\d+:\d+: /, '')
    throw modelError('XML_SYNTAX', atPosition(parser.line, parser.columnIndex + 1, reason))
  })
  parser.on('doctype', () => {
    throw modelError('XML_FORBIDDEN')
  })
  let elements = 0
  let attributes = 0
  parser.on('opentagstart', () => {
    attributes = 0
    if (++elements > LIMITS.elements) throw modelError('LIMIT', LIMIT_TEXTS.elements)
  })
  // Counted as they come: an element is told only when all of them have been read.
  parser.on('attribute', () => {
    if (++attributes > LIMITS.attributes) throw modelError('LIMIT', LIMIT_TEXTS.attributes)
  })
  parser.on('opentag', (tag) => {
    const element: XmlElement = { name: shortType(tag.name), attributes: {}, children: [] }
    for (const [name, value] of Object.entries(tag.attributes)) {
      if (!FORBIDDEN_KEYS.has(name)) element.attributes[name] = value
    }
    open.at(-1)?.children.push(element)
    open.push(element)
    if (open.length > LIMITS.depth + 1) throw modelError('LIMIT', LIMIT_TEXTS.depth)
  })
  parser.on('closetag', () => {
    open.pop()
  })
  parser.write(text).close()
  const [root] = document.children
  if (!root) throw modelError('XML_SYNTAX', atPosition(1, 1, ''))
  return root
}

/** Prints a document; an element with a single transition in it keeps it on its line, as the Java designer's files do. */
export function printElements(root: XmlElement): string {
  const lines = ['<?xml version="1.0" encoding="UTF-8"?>']
  printInto(lines, root, '')
  return lines.join('\n')
}

function printInto(lines: string[], element: XmlElement, indent: string): void {
  const [only, second] = element.children
  if (only === undefined || (second === undefined && only.children.length === 0 && indent !== '')) {
    lines.push(indent + inline(element))
  } else if (element.name === 'field') {
    lines.push(indent + inline(element))
  } else {
    lines.push(`${indent}<${opening(element)}>`)
    for (const child of element.children) printInto(lines, child, `${indent}  `)
    lines.push(`${indent}</${element.name}>`)
  }
}

function inline(element: XmlElement): string {
  if (element.children.length === 0) return `<${opening(element)}/>`
  return `<${opening(element)}>${element.children.map(inline).join('')}</${element.name}>`
}

function opening(element: XmlElement): string {
  const attributes = Object.entries(element.attributes).map(
    ([name, value]) => ` ${name}="${escapeXml(value)}"`,
  )
  return element.name + attributes.join('')
}

const ESCAPES = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  // A parser makes blanks of these when they stand as they are.
  ['\n', '&#10;'],
  ['\r', '&#13;'],
  ['\t', '&#9;'],
])

function escapeXml(text: string): string {
  return text.replace(/[&<>"\n\r\t]/g, (character) => ESCAPES.get(character) ?? '')
}

/** What of a text xml 1.0 can carry: no control characters, no lone surrogates. Workflow §1.5. */
export function carried(text: string): string {
  return text.replace(/(?![\t\n\r])[\p{Cc}\p{Cs}\ufffe\uffff]/gu, '')
}
