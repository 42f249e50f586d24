import { lazy, Suspense } from 'react'
import { openDialog } from '#kit/web/host.tsx'

const AgentList = lazy(async () => ({ default: (await import('./AgentList.tsx')).AgentList }))

/** 客服 in a dialog, loaded with its first use. */
export function openAgents(): Promise<null> {
  return openDialog<null>((close) => (
    <Suspense fallback={null}>
      <AgentList onClose={() => close(null)} />
    </Suspense>
  ))
}
