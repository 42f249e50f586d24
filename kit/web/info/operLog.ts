import type { ComponentType } from 'react'
import type { Call } from '#kit/shared/call.ts'
import { trust } from '#kit/shared/loose.ts'

interface OperLog {
  /** who may not ask it is not offered the log */
  call: Call
  /** may be lazy */
  View: ComponentType<{ entity: string; id: number }>
}

let registered: OperLog | undefined

/** The room that keeps the operation log registers how the log of one row is shown. */
export function declareOperLog<In, InWire, Out, OutWire>(
  given: Omit<OperLog, 'call'> & { call: Call<In, InWire, Out, OutWire> },
): void {
  registered = trust(given)
}

export function operLog(): OperLog | undefined {
  return registered
}
