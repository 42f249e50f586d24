import type { ComponentType } from 'react'

type Trace = ComponentType<{ businessType: string; businessId: number }>

let trace: Trace | null = null

/** The room that keeps processes registers what shows how one decides a document. Workflow §4. */
export function declareDocumentTrace(Shown: Trace): void {
  trace = Shown
}

export function documentTrace(): Trace | null {
  return trace
}
