import { lazy, Suspense } from 'react'
import { openDialog } from './host.tsx'
import { toastInfo } from './toast.ts'

const AskDialog = lazy(() => import('./AskDialog.tsx'))

export interface AskOptions {
  title: string
  /** text above the input */
  text?: string
  initial?: string
  /** nothing may be given */
  optional?: boolean
  max?: number
  long?: boolean
  danger?: boolean
}

/** Asks for a text, e.g. the reason of a rejection; null (and 已取消) when the person gives up. */
export async function ask(options: AskOptions): Promise<string | null> {
  const answer = await openDialog<string | null>((close) => (
    <Suspense fallback={null}>
      <AskDialog {...options} onClose={close} />
    </Suspense>
  ))
  if (answer === null) toastInfo('已取消')
  return answer
}
