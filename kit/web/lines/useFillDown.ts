import type { TableRef } from 'antd'
import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useState,
} from 'react'
import type { WireRow } from '#kit/web/fieldUi.ts'
import { keyOfLine } from './line.ts'

interface Filling {
  name: string
  from: number
  to: number
}

interface FillDownOptions {
  rows: readonly WireRow[]
  table: RefObject<TableRef | null>
  /** gives the lines behind `from`, to line `to`, its value of a column */
  fill(name: string, from: number, to: number): void
  /** puts the person into a cell */
  enter(name: string, at: number): void
}

/** The corner of a cell that is pulled down. */
export const HANDLE = 'k-fill-handle'

/**
 * Fills lines with a value above them: Ctrl+D takes that of the line above and goes on to the next, the handle at the corner
 * of a cell is pulled down over the lines, or pressed twice for all of them. For the element around the table. Screens §4.
 */
export function useFillDown({ rows, table, fill, enter }: FillDownOptions) {
  const [filling, setFilling] = useState<Filling | null>(null)
  const indexOf = (key: string | null | undefined) => rows.findIndex((row) => keyOfLine(row) === key)
  const placeOf = (target: EventTarget) => {
    const cell = target instanceof Element ? target.closest('[data-line]') : null
    const at = cell === null ? -1 : indexOf(cell.getAttribute('data-line'))
    return at < 0 ? null : { name: cell?.getAttribute('data-name') ?? '', at }
  }
  const handleAt = (target: EventTarget) =>
    target instanceof Element && target.classList.contains(HANDLE) ? placeOf(target) : null

  useEffect(() => {
    if (filling === null) return
    /** The line under the pointer; below the lines that are drawn, the one after the last that was filled. */
    const under = ({ clientX, clientY }: globalThis.PointerEvent) => {
      const row = document.elementFromPoint(clientX, clientY)?.closest('[data-row-key]')
      const bottom = table.current?.nativeElement.getBoundingClientRect().bottom ?? 0
      const found = indexOf(row?.getAttribute('data-row-key'))
      const isBelow = found < 0 && clientY > bottom
      return { to: isBelow ? Math.min(filling.to + 1, rows.length - 1) : found, isBelow }
    }
    const move = (event: globalThis.PointerEvent) => {
      const { to, isBelow } = under(event)
      if (to === filling.to || to < filling.from) return
      if (isBelow) table.current?.scrollTo({ index: to })
      setFilling({ ...filling, to })
    }
    const end = (event: globalThis.PointerEvent) => {
      setFilling(null)
      // What the last move found may not be drawn yet, so the end looks for itself.
      const { to: found, isBelow } = under(event)
      const to = isBelow || found < filling.from ? filling.to : found
      if (to > filling.from) fill(filling.name, filling.from, to)
    }
    const giveUp = () => setFilling(null)
    addEventListener('pointermove', move)
    addEventListener('pointerup', end)
    addEventListener('pointercancel', giveUp)
    return () => {
      removeEventListener('pointermove', move)
      removeEventListener('pointerup', end)
      removeEventListener('pointercancel', giveUp)
    }
  })

  return {
    rowClassName: (_row: WireRow, index: number) =>
      filling !== null && index > filling.from && index <= filling.to ? 'k-filling' : '',
    around: {
      onKeyDown(event: KeyboardEvent) {
        if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'd') return
        const place = placeOf(event.target)
        if (place === null) return
        // Else the browser keeps a bookmark.
        event.preventDefault()
        if (place.at > 0) fill(place.name, place.at - 1, place.at)
        enter(place.name, place.at + 1)
      },
      onPointerDown(event: PointerEvent) {
        const place = handleAt(event.target)
        if (place === null) return
        // The cell keeps the focus.
        event.preventDefault()
        setFilling({ name: place.name, from: place.at, to: place.at })
      },
      onDoubleClick(event: MouseEvent) {
        const place = handleAt(event.target)
        if (place !== null) fill(place.name, place.at, rows.length - 1)
      },
    },
  }
}
