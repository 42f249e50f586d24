import type { ComponentType } from 'react'

type OperLog = ComponentType<{ entity: string; id: number }>

let registered: OperLog | undefined

/** The room that keeps the operation log registers how the log of one row is shown. */
export function declareOperLog(component: OperLog): void {
  registered = component
}

export function operLog(): OperLog | undefined {
  return registered
}
