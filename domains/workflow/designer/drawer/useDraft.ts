import { useEffect, useRef, useState } from 'react'
import { useEditing } from './editing.ts'

const PAUSE_MS = 400

interface Draft {
  /** what stands in the input */
  text: string
  type(text: string): void
  /** writes what is not written yet, e.g. when the input is left */
  flush(): boolean
}

/**
 * A text that is written once the person pauses, leaves the input or closes the drawer: every writing is a step that
 * can be undone, so not each letter is one. `stored` is what is written now.
 */
export function useDraft(stored: string, write: (text: string) => void, pause = PAUSE_MS): Draft {
  const { pending } = useEditing()
  const [typed, setTyped] = useState<string | null>(null)
  const waiting = useRef<string | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef(write)
  useEffect(() => {
    latest.current = write
  })

  const [flush] = useState(() => () => {
    clearTimeout(timer.current)
    const text = waiting.current
    waiting.current = null
    if (text !== null) {
      setTyped(null)
      latest.current(text)
    }
    return true
  })
  useEffect(() => {
    pending.add(flush)
    return () => {
      pending.delete(flush)
      // The drawer went to another element without being asked to leave.
      flush()
    }
  }, [pending, flush])

  const type = (text: string) => {
    setTyped(text)
    waiting.current = text
    clearTimeout(timer.current)
    timer.current = setTimeout(flush, pause)
  }
  return { text: typed ?? stored, type, flush }
}
