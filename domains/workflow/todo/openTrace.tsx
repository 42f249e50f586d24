import { lazy, Suspense } from 'react'
import { openDialog } from '#kit/web/host.tsx'

const TraceDialog = lazy(() => import('./TraceDialog.tsx'))

/** An instance, or a document: then its newest instance. */
export type TraceOf = { instanceId: number } | { businessType: string; businessId: number }

/** 流程跟踪: where a process stands and how it came there. Workflow §4. */
export function openTrace(of: TraceOf): Promise<null> {
  return openDialog<null>((close) => (
    <Suspense fallback={null}>
      <TraceDialog of={of} onClose={() => close(null)} />
    </Suspense>
  ))
}
