import { playerAddress } from '#kit/shared/media.ts'
import { liftWordLists } from './wordLists.ts'

const DROPPED =
  'script, style, meta, link, title, base, xml, object, embed, applet, svg, math, canvas, template, noscript, audio, input, select, textarea, button'
const INLINE = new Set([
  'span',
  'b',
  'strong',
  'i',
  'em',
  'u',
  's',
  'strike',
  'del',
  'ins',
  'a',
  'sub',
  'sup',
  'code',
])
const BLOCK = new Set(['p', 'div', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'])
const KEPT: Record<string, readonly string[]> = {
  a: ['href', 'title'],
  img: ['src', 'alt', 'width'],
  video: ['src', 'poster', 'controls'],
  source: ['src'],
  iframe: ['src'],
  p: ['align'],
  ol: ['start'],
  td: ['colspan', 'rowspan'],
  th: ['colspan', 'rowspan'],
}
const PICTURE = /^(?:https?:\/\/|\/(?!\/)|data:image\/(?:png|jpe?g|gif|bmp);base64,)/i
const FILM = /^(?:https?:\/\/|\/(?!\/))/i
const LINK = /^(?:https?:\/\/|mailto:|tel:|\/(?!\/))/i
// What a text looks like anyway, and what only means something where it came from.
const PLAIN_COLOUR =
  /^(?:black|windowtext|rgb\(0, 0, 0\)|rgba\(.*, 0\)|transparent|white|rgb\(255, 255, 255\))$/i
const COLOUR = /^(?:#[0-9a-f]{3,8}|rgba?\([\d\s.,%]+\)|[a-z]{3,30})$/i
const MOST_PASSES = 10
const HTML_NAME = /^[a-z][a-z\d]*$/
const KEYWORD = /^(?:inherit|initial|unset|revert|revert-layer|currentcolor)$/i

/**
 * Pasted HTML without what offices and web pages put around a text: classes, office styles and elements, comments,
 * scripts, font tags, empty spans. Keeps headings, lists, tables, bold, italic, colours, links, pictures and films.
 * `lost` counts pictures that only the other program can show. Cleaning it again changes nothing. Platform §5.3.
 */
export function cleanPasted(html: string): { html: string; lost: number } {
  let { html: clean, lost } = cleanOnce(html)
  // What lost its wrapping may stand where HTML does not allow it, and is read differently the next time.
  for (let pass = 0; pass < MOST_PASSES; pass++) {
    const again = cleanOnce(clean).html
    if (again === clean) break
    clean = again
  }
  return { html: clean, lost }
}

function cleanOnce(html: string): { html: string; lost: number } {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const comment of commentsIn(body)) comment.remove()
  for (const element of body.querySelectorAll(DROPPED)) element.remove()
  liftWordLists(body)
  let lost = 0
  // From the end, so that what an element holds is clean before the element itself is looked at.
  for (const element of [...body.querySelectorAll<HTMLElement>('*')].reverse()) {
    if (element.localName === 'img' && !PICTURE.test(element.getAttribute('src') ?? '')) lost += 1
    cleanElement(element)
  }
  return { html: body.innerHTML.trim(), lost }
}

function commentsIn(body: Element): ChildNode[] {
  const walker = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_COMMENT)
  const found: ChildNode[] = []
  while (walker.nextNode() !== null) if (walker.currentNode instanceof Comment) found.push(walker.currentNode)
  return found
}

const unwrap = (element: Element): void => element.replaceWith(...element.childNodes)

function cleanElement(element: HTMLElement): void {
  const name = element.localName
  if (!isWanted(element)) element.remove()
  // o:p, w:sdt, st1:place and what else offices invent, and names that come of broken tags
  else if (!HTML_NAME.test(name) || element instanceof HTMLUnknownElement) unwrap(element)
  else if (name === 'font') replaceFont(element)
  else if (isBoldInName(element)) unwrap(element)
  else if (name === 'a' && !LINK.test(element.getAttribute('href') ?? '')) unwrap(element)
  else if (name === 'p' && element.classList.contains('MsoTitle')) rename(element, 'h1')
  else cleanAttributes(element)
}

function isWanted(element: Element): boolean {
  const name = element.localName
  const source = element.getAttribute('src') ?? ''
  if (name === 'img') return PICTURE.test(source)
  if (name === 'iframe') return playerAddress(source) !== null
  if (name === 'source') return FILM.test(source)
  if (name === 'video') return FILM.test(source) || element.querySelector('source') !== null
  const text = element.textContent ?? ''
  // Word puts a space into a paragraph that is empty.
  if (name === 'o:p') return text.trim() !== ''
  const empty = text === '' && element.childElementCount === 0
  return !(empty && (INLINE.has(name) || BLOCK.has(name) || name === 'font' || name.includes(':')))
}

// A copied document of a web office lies in one b that is not bold.
const isBoldInName = (element: HTMLElement): boolean =>
  (element.localName === 'b' || element.localName === 'strong') && element.style.fontWeight === 'normal'

function replaceFont(font: HTMLElement): void {
  const colour = font.style.color || font.getAttribute('color') || ''
  font.style.color = colour
  cleanAttributes(rename(font, 'span'))
}

/** Puts an element of another name into its place, with its content and its style. */
function rename(element: HTMLElement, name: string): HTMLElement {
  const other = element.ownerDocument.createElement(name)
  const style = styleOf(element)
  if (style !== '') other.setAttribute('style', style)
  other.append(...element.childNodes)
  element.replaceWith(other)
  return other
}

function cleanAttributes(element: HTMLElement): void {
  const name = element.localName
  const style = styleOf(element)
  for (const attribute of [...element.attributes])
    if (!KEPT[name]?.includes(attribute.name)) element.removeAttribute(attribute.name)
  if (style !== '') element.setAttribute('style', style)
  if (name === 'pre' && element.firstChild instanceof Text)
    // The first line break behind <pre> is lost with every reading.
    element.firstChild.data = element.firstChild.data.replace(/^\n+/, '')
  const blank = (element.textContent ?? '').trim() === '' && element.childElementCount === 0
  if (name === 'span' && (element.attributes.length === 0 || blank)) unwrap(element)
}

/** What is kept of an element's style. */
function styleOf({ style }: HTMLElement): string {
  const weight = style.fontWeight
  const line = style.textDecorationLine || style.textDecoration
  return [
    ['color', isColour(style.color) ? style.color : ''],
    ['background-color', isColour(style.backgroundColor) ? style.backgroundColor : ''],
    ['text-align', /^(?:center|right|justify)$/.test(style.textAlign) ? style.textAlign : ''],
    ['font-weight', weight === 'bold' || Number(weight) >= 600 ? 'bold' : ''],
    ['font-style', style.fontStyle === 'italic' ? 'italic' : ''],
    ['text-decoration', /^(?:underline|line-through)$/.test(line) ? line : ''],
  ]
    .filter(([, value]) => value !== '')
    .map(([property, value]) => `${property}: ${value}`)
    .join('; ')
}

const isColour = (value: string): boolean =>
  COLOUR.test(value) && !KEYWORD.test(value) && !PLAIN_COLOUR.test(value)

/**
 * The files of a paste that are meant: offices send a picture of a text along with the text itself. Platform §5.3.
 */
export function pastedFiles(data: DataTransfer | null): File[] {
  const files = [...(data?.files ?? [])]
  const html = data?.getData('text/html') ?? ''
  if (files.length === 0 || html === '') return files
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  const written = (body.textContent ?? '').trim() !== '' || body.querySelector('table') !== null
  return written ? [] : files
}
