import { lazy, Suspense } from 'react'
import { openDialog } from './host.tsx'
import { toastError, toastInfo, toastNotice, toastSuccess } from './toast.ts'

const ConfirmDialog = lazy(() => import('./ConfirmDialog.tsx'))

export interface ConfirmOptions {
  danger?: boolean
}

/** 系统提示 with 确定 / 取消; false (and 已取消) when the person gives up. Platform §4.6. */
export async function confirm(text: string, options: ConfirmOptions = {}): Promise<boolean> {
  const agreed = await openDialog<boolean>((close) => (
    <Suspense fallback={null}>
      <ConfirmDialog text={text} {...options} onClose={close} />
    </Suspense>
  ))
  if (!agreed) toastInfo('已取消')
  return agreed
}

/** Asks before something is deleted for good: 确定 + what. */
export function confirmForever(what = '永久删除该数据'): Promise<boolean> {
  return confirm(`确定${what}`, { danger: true })
}

/** Copies a text and says so, or that there is nothing to copy, or that the browser does not let it. Platform §4.6. */
export async function copyText(text: string): Promise<void> {
  if (text === '') {
    toastNotice('无复制内容', 'warning')
    return
  }
  if (await copied(text)) toastSuccess('复制成功')
  else toastError('copy failed')
}

async function copied(text: string): Promise<boolean> {
  // The clipboard is missing on plain http; then the old way.
  if (!navigator.clipboard) return copyThroughSelection(text)
  return navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  )
}

function copyThroughSelection(text: string): boolean {
  const area = document.createElement('textarea')
  area.value = text
  document.body.append(area)
  area.select()
  const done = document.execCommand('copy')
  area.remove()
  return done
}
