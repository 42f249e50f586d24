import { type RefObject, useEffect, useEffectEvent } from 'react'
import { NO_BURST, nextKey } from './burst.rules.ts'

/** What ends a value inside of a GS1 code; scanners send it as Ctrl+]. */
const GS = '\u001d'

/**
 * Hears scanners that type, wherever the focus is: fast characters ended by Enter or Tab. What a burst has typed into another
 * field is taken out of it again. In the field for scans Enter also takes what was typed by hand. Warehouse §7.
 */
export function useScanner(field: RefObject<HTMLInputElement | null>, onCode: (code: string) => void): void {
  const tell = useEffectEvent(onCode)
  useEffect(() => {
    let burst = NO_BURST
    let began: { of: HTMLInputElement | HTMLTextAreaElement; value: string } | null = null
    const hear = (event: KeyboardEvent) => {
      const { target } = event
      // A dialog asks something of its own.
      if (target instanceof Element && target.closest('.ant-modal, .ant-drawer') !== null) return
      if (event.isComposing) return
      const isGroup = event.ctrlKey && event.key === ']'
      if ((event.ctrlKey || event.altKey || event.metaKey) && !isGroup) return
      const next = nextKey(burst, isGroup ? GS : event.key, event.timeStamp)
      const isFirst = next.burst.text.length === 1
      burst = next.burst
      const typed =
        target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement ? target : null
      if (isFirst) began = typed === null ? null : { of: typed, value: typed.value }
      if (next.code !== '') {
        event.preventDefault()
        event.stopPropagation()
        if (began !== null && began.of !== field.current) putBack(began.of, began.value)
        done(next.code)
      } else if (event.key === 'Enter' && typed !== null && typed === field.current) {
        event.preventDefault()
        done(typed.value.trim())
      }
    }
    const done = (code: string) => {
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
