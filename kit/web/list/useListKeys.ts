import { type RefObject, useEffect, useRef } from 'react'
import { BURST_MS, codeReader } from './scan.ts'

interface ListKeys {
  /** a code that was scanned; left out where the list finds nothing by words */
  onScan?: ((code: string) => void) | undefined
  onEdit(id: number): void
  onCreate(): void
  onHelp(): void
}

/** So much of a row opens its record, and so much chooses it. */
const NAME = '.k-subject-name a, button.k-subject-name'
const TICK = 'input[type="checkbox"]'

/**
 * The keys of the list in front, while nothing is typed into an input and no dialog is open; the row with the focus is the
 * one they are about. Screens §2.
 */
export function useListKeys(root: RefObject<HTMLElement | null>, keys: ListKeys): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const read = codeReader()
    let waiting = 0
    const onKey = (event: KeyboardEvent) => {
      const list = root.current
      if (list === null || list.offsetParent === null || isElsewhere(event)) return
      clearTimeout(waiting)
      const { onScan } = latest.current
      const code = read(event.key, event.timeStamp)
      if (code !== null && onScan !== undefined) {
        // Enter would press the button that has the focus.
        event.preventDefault()
        onScan(code)
        return
      }
      const act = actOf(event.key, list, latest.current)
      if (act === undefined) return
      if (event.key === 'Enter' || event.repeat) act()
      // It may be the first character of a code.
      else waiting = window.setTimeout(act, BURST_MS)
    }
    addEventListener('keydown', onKey, true)
    return () => {
      clearTimeout(waiting)
      removeEventListener('keydown', onKey, true)
    }
  }, [root])
}

function isElsewhere({ ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || !(target instanceof HTMLElement)) return true
  if (target.closest('[role="dialog"], .ant-dropdown, .ant-popover') !== null) return true
  return (
    target.isContentEditable ||
    target.matches('textarea, select, input:not([type="checkbox"], [type="radio"])')
  )
}

function actOf(key: string, list: HTMLElement, keys: ListKeys): (() => void) | undefined {
  const rows = [...list.querySelectorAll<HTMLElement>('tr.ant-table-row, li.k-card')]
  const at = rows.findIndex((row) => row.contains(document.activeElement))
  const row = rows[at]
  const press = (what: string) => row?.querySelector<HTMLElement>(what)?.click()
  switch (key) {
    case '/':
      return () => list.querySelector<HTMLElement>('.k-filter-words input')?.focus()
    case 'j':
      return () => take(rows[at + 1])
    case 'k':
      return () => take(rows[at < 0 ? 0 : at - 1])
    case 'Enter':
      // A button or a link in the row answers it itself.
      return row === document.activeElement ? () => press(NAME) : undefined
    case 'x':
      return () => press(TICK)
    case 'e':
      return row && (() => keys.onEdit(Number(row.dataset.rowKey)))
    case 'n':
      return () => keys.onCreate()
    case '?':
      return () => keys.onHelp()
    default:
      return undefined
  }
}

function take(row: HTMLElement | undefined): void {
  if (row === undefined) return
  row.tabIndex = -1
  row.focus()
}
