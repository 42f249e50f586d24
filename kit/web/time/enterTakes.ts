import { type KeyboardEvent, useRef } from 'react'

/**
 * Enter takes the day that is typed or chosen while the calendar is open, and does nothing else: the form around it would be
 * handed in as well, half filled. Handed to a DatePicker.
 */
export function useEnterTakes(): {
  onOpenChange(open: boolean): void
  onKeyDown(event: KeyboardEvent): void
} {
  const open = useRef(false)
  return {
    // The calendar closes by this very key, before the key is told of.
    onOpenChange: (now) =>
      queueMicrotask(() => {
        open.current = now
      }),
    onKeyDown: (event) => {
      if (event.key === 'Enter' && open.current) event.preventDefault()
    },
  }
}
