import { useEffect } from 'react'
import type { Call } from '#kit/shared/call.ts'
import { mayCall } from '#kit/web/session.ts'
import { change } from '#kit/web/useCall.ts'

/** Counts that records were printed. */
export type PrintCall = Call<{ ids: number[] }, { ids?: string | undefined }, null, null>

/** Counts a print once the browser has sent it, for whoever may print; without a call nothing is counted. */
export function usePrinted(call: PrintCall | undefined, ids: string): void {
  useEffect(() => {
    if (call === undefined || ids === '' || !mayCall(call)) return
    const count = () => void change(call, { ids }, { quiet: true, touches: ['/admin/wts'] })
    window.addEventListener('afterprint', count)
    return () => window.removeEventListener('afterprint', count)
  }, [call, ids])
}
