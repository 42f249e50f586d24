import { lazy, Suspense } from 'react'
import { openDialog } from '#kit/web/host.tsx'
import { request } from '#kit/web/request.ts'
import { toastError } from '#kit/web/toast.ts'
import { definitionCalls } from '../definition/definition.calls.ts'
import { parseProcess } from '../model/parse.ts'
import { ModelError } from '../model/problem.ts'
import type { Process } from '../model/types.ts'

const TryRun = lazy(() => import('./TryRun.tsx'))

/** 试运行: plays a definition without keeping anything. Workflow §4. */
export function openTryRun(process: Process): Promise<null> {
  return openDialog<null>((close) => (
    <Suspense fallback={null}>
      <TryRun process={process} onClose={() => close(null)} />
    </Suspense>
  ))
}

/** Tries what is kept of a name: its draft, or the newest version. */
export async function tryStored(name: string): Promise<void> {
  const { json } = await request(definitionCalls.draft, { name })
  try {
    void openTryRun(parseProcess(json).process)
  } catch (error) {
    if (!(error instanceof ModelError)) throw error
    toastError('流程草稿内容有误，请先在设计页面改正')
  }
}
