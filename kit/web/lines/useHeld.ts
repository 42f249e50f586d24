import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react'

/** ms that nothing is typed before the table follows. */
const HOLD_MS = 150

/**
 * Keeps what is typed into a cell for a moment before the table gets it: a table of thousands of lines takes longer to
 * follow than a key may. It is handed over at the latest when the cell is left, and before anything that looks at the
 * whole table: `around` is for the element around the cell. What the line is given meanwhile takes its place. Screens §4.
 */
export function useHeld(value: unknown, give: (value: unknown) => void, isHeld: boolean) {
  const [typed, setTyped] = useState<{ value: unknown } | null>(null)
  const [seen, setSeen] = useState(value)
  if (seen !== value) {
    setSeen(value)
    setTyped(null)
  }
  const waiting = useRef<{ value: unknown; timer: ReturnType<typeof setTimeout> } | null>(null)
  const last = useRef(give)
  useEffect(() => {
    last.current = give
  })
  const take = useCallback(() => {
    const one = waiting.current
    waiting.current = null
    clearTimeout(one?.timer)
    return one
  }, [])
  const handOver = useCallback(() => {
    const one = take()
    if (one !== null) last.current(one.value)
  }, [take])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each other value of the line takes the place of what waits
  useEffect(() => void take(), [take, value])
  // A cell that is scrolled out of view is not left.
  useEffect(() => handOver, [handOver])
  return {
    value: typed === null ? value : typed.value,
    onChange(next: unknown) {
      if (!isHeld) return give(next)
      setTyped({ value: next })
      take()
      waiting.current = { value: next, timer: setTimeout(handOver, HOLD_MS) }
    },
    around: {
      onBlur: handOver,
      onPointerDownCapture: handOver,
      onPasteCapture: handOver,
      onKeyDownCapture({ key, ctrlKey, metaKey }: KeyboardEvent) {
        if (ctrlKey || metaKey || key === 'Enter') handOver()
      },
    },
  }
}
