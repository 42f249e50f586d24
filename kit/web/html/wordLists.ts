const LEVEL = /mso-list:\s*(?:\w+\s+)?level(\d+)/i
const MARKER = /mso-list:\s*ignore/i
/** 1. a) (一) and the like; what does not end so is a dot of some kind. */
const NUMBERED = /[.)、．）]\s*$/

const styleOf = (element: Element): string => element.getAttribute('style') ?? ''

/**
 * Word writes lists as paragraphs that carry their level and their number as text: makes real lists of them, in place.
 * Platform §5.3.
 */
export function liftWordLists(body: Element): void {
  let lists: { level: number; list: Element }[] = []
  for (const paragraph of body.querySelectorAll('p, h1, h2, h3, h4, h5, h6, div')) {
    const level = Number(LEVEL.exec(styleOf(paragraph))?.[1] ?? 0)
    if (level === 0) continue
    if (paragraph.previousElementSibling !== lists[0]?.list) lists = []
    const marker = takeMarker(paragraph)
    const tag = NUMBERED.test(marker) ? 'ol' : 'ul'
    lists = lists.filter((one) => one.level < level || (one.level === level && one.list.localName === tag))
    let innermost = lists.at(-1)
    if (innermost?.level !== level) {
      const list = newList(paragraph, tag, marker)
      const above = innermost?.list.lastElementChild
      if (above) above.append(list)
      else paragraph.before(list)
      innermost = { level, list }
      lists.push(innermost)
    }
    const item = body.ownerDocument.createElement('li')
    item.append(...paragraph.childNodes)
    innermost.list.append(item)
    paragraph.remove()
  }
}

/** Takes the number or dot out of a paragraph and answers it. */
function takeMarker(paragraph: Element): string {
  const markers = [...paragraph.querySelectorAll('span')].filter((span) => MARKER.test(styleOf(span)))
  const text = markers.map((marker) => marker.textContent ?? '').join('')
  for (const marker of markers) marker.remove()
  return text
}

function newList(paragraph: Element, tag: 'ol' | 'ul', marker: string): Element {
  const list = paragraph.ownerDocument.createElement(tag)
  const start = Number.parseInt(marker, 10)
  if (tag === 'ol' && start > 1) list.setAttribute('start', String(start))
  return list
}
