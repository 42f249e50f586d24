import { useEffect } from 'react'
import type { WaitingProps } from '#kit/web/shell/calls.ts'
import { pathOf, useWaiting } from './useWaiting.ts'

/** Tells the menu what waits for the person's decision, by the pages where it is decided. Frame §5. */
export default function WaitingReader({ onTell }: WaitingProps) {
  const waiting = useWaiting()
  useEffect(() => {
    onTell(waiting.map(({ list, label, count }) => ({ page: pathOf(list), label, count })))
  }, [waiting, onTell])
  return null
}
