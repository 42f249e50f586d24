import { useEffect } from 'react'
import type { Call } from '#kit/shared/call.ts'
import { mayCall } from '#kit/web/session.ts'
import { change } from '#kit/web/useCall.ts'

/** Counts a print once the browser has sent it, for whoever may print. */
export function usePrinted(
  call: Call<{ ids: number[] }, { ids?: string | undefined }, null, null>,
  ids: string,
): void {
  useEffect(() => {
    if (ids === '' || !mayCall(call)) return
    const count = () => void change(call, { ids }, { quiet: true, touches: ['/admin/wts'] })
    window.addEventListener('afterprint', count)
    return () => window.removeEventListener('afterprint', count)
  }, [call, ids])
}
