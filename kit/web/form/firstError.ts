import type { Errors } from './errors.ts'

/** Wrong places of forms that were checked at the same moment. */
let found: HTMLElement[] = []

/**
 * Brings the first wrong field into view and puts the cursor there: of those on the screen, for others may stand in another
 * tab of the form; of all forms of a page that were checked at once; a cell of lines before its table. Screens §4.
 */
export function showFirst(bodies: readonly Element[], errors: Errors): void {
  const paths = Object.keys(errors)
  const at = bodies
    .flatMap((body) => [...body.querySelectorAll<HTMLElement>('[data-path]')])
    .find((one) => one.checkVisibility() && paths.some((path) => isAt(path, one.dataset.path)))
  if (at === undefined) return
  if (found.length === 0) queueMicrotask(show)
  const cells = [...at.querySelectorAll<HTMLElement>('[data-path]')]
  found.push(cells.find((one) => paths.includes(one.dataset.path ?? '')) ?? at)
}

const isAt = (path: string, field = ''): boolean => path === field || path.startsWith(`${field}.`)

function show(): void {
  const [first] = found.toSorted((a, b) =>
    a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
  )
  found = []
  first?.scrollIntoView({ block: 'center', behavior: 'smooth' })
  const inputs = first?.querySelectorAll<HTMLElement>('input, textarea, button, [tabindex]') ?? []
  // The input of a picker of files is hidden behind its button.
  ;[...inputs].find((one) => one.checkVisibility())?.focus({ preventScroll: true })
}
