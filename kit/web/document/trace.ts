import type { ComponentType } from 'react'

/** A document, by its entity and id. */
export interface DocumentKey {
  businessType: string
  businessId: number
}

type Trace = ComponentType<DocumentKey>
type WaitsFor = (of: DocumentKey) => Promise<string>

let trace: Trace | null = null
let names: WaitsFor = async () => ''

/** The room that keeps processes registers what shows how one decides a document, and whom it waits for. Workflow §4. */
export function declareDocumentTrace(Shown: Trace, waitsFor: WaitsFor): void {
  trace = Shown
  names = waitsFor
}

export function documentTrace(): Trace | null {
  return trace
}

/** The names of those who have to decide a document now; '' where no process does, or the person has no part in it. */
export function decidersOf(of: DocumentKey): Promise<string> {
  return names(of)
}
