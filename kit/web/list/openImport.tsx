import { lazy, Suspense } from 'react'
import { openDialog } from '#kit/web/host.tsx'
import type { Importing } from './importing.ts'

const ImportDialog = lazy(() => import('./ImportDialog.tsx'))

/** Opens the dialog 导入 for one kind of import. Platform §5.4. */
export async function openImport(importing: Importing): Promise<void> {
  await openDialog<null>((close) => (
    <Suspense fallback={null}>
      <ImportDialog importing={importing} onClose={() => close(null)} />
    </Suspense>
  ))
}
