import { lazy, Suspense } from 'react'
import { openDialog } from '#kit/web/host.tsx'

const TaskDrawer = lazy(() => import('./TaskDrawer.tsx'))

/** Opens a task beside the list it stands in; the same as its page. Workflow §4. */
export function openTask(id: number): Promise<null> {
  return openDialog<null>((close) => (
    <Suspense fallback={null}>
      <TaskDrawer id={id} onClose={() => close(null)} />
    </Suspense>
  ))
}
