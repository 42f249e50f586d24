import { type RefObject, useEffectEvent, useLayoutEffect } from 'react'
import { NO_BURST, nextKey } from './burst.rules.ts'

/** What ends a value inside of a GS1 code; scanners send it as Ctrl+]. */
const GS = '\u001d'
/** After it, what stands in the field is no part of what comes. */
const PAUSE_MS = 1000

/**
 * Hears scanners that type, wherever the focus is: fast characters ended by Enter or Tab. What a burst has typed into another
 * field is taken out of it again. In the field for scans Enter also takes what was typed by hand. Warehouse §7.
 */
export function useScanner(field: RefObject<HTMLInputElement | null>, onCode: (code: string) => void): void {
  const tell = useEffectEvent(onCode)
  // Before the page is painted: who sees its field may scan at once.
  useLayoutEffect(() => {
    let burst = NO_BURST
    let began: { of: HTMLInputElement | HTMLTextAreaElement; value: string } | null = null
    /** what was left in the field for scans long before they came */
    let stale = 0
    let last = Number.NEGATIVE_INFINITY
    const hear = (event: KeyboardEvent) => {
      const { target, timeStamp } = event
      // A dialog asks something of its own.
      if (target instanceof Element && target.closest('.ant-modal, .ant-drawer') !== null) return
      if (event.isComposing) return
      const isGroup = event.ctrlKey && event.key === ']'
      if ((event.ctrlKey || event.altKey || event.metaKey) && !isGroup) return
      const next = nextKey(burst, isGroup ? GS : event.key, timeStamp)
      const typed =
        target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement ? target : null
      const isField = typed !== null && typed === field.current
      if (next.burst.text.length === 1) began = typed === null ? null : { of: typed, value: typed.value }
      if (isField && timeStamp - last > PAUSE_MS) stale = typed.value.length
      last = timeStamp
      const before = burst.text
      burst = next.burst
      if (isField && (next.code !== '' || event.key === 'Enter')) {
        event.preventDefault()
        event.stopPropagation()
        // A device that stumbles in the middle has still written the whole into the field; what ends parts is not written there.
        const isWhole = before.includes(GS) || next.code === ''
        done(next.code === '' ? typed.value.trim() : isWhole ? next.code : typed.value.slice(stale).trim())
      } else if (next.code !== '') {
        event.preventDefault()
        event.stopPropagation()
        if (began !== null) putBack(began.of, began.value)
        done(next.code)
      }
    }
    const done = (code: string) => {
      stale = 0
      if (field.current !== null) {
        putBack(field.current, '')
        field.current.focus()
      }
      if (code !== '') tell(code)
    }
    document.addEventListener('keydown', hear, true)
    return () => document.removeEventListener('keydown', hear, true)
  }, [field])
}

/** Writes a value as if it had been typed, so that whoever keeps it hears of it. */
function putBack(of: HTMLInputElement | HTMLTextAreaElement, value: string): void {
  const kind = of instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype
  Object.getOwnPropertyDescriptor(kind, 'value')?.set?.call(of, value)
  of.dispatchEvent(new Event('input', { bubbles: true }))
}
