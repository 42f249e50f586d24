import type { Call } from '#kit/shared/call.ts'
import { goTo } from '#kit/web/navigate.ts'
import { toastNotice } from '#kit/web/toast.ts'
import { change } from '#kit/web/useCall.ts'

export const DOWNLOADS = '/file/downloadFile'
export const UPLOADS = '/file/uploadFile'

/** Starts the export of a list as it is filtered, and says where its file will be. Frame §5. */
export async function exportRows(call: Call, input: Record<string, unknown>): Promise<void> {
  await change(call, input, { touches: ['/file/export'] })
  toastNotice(
    <span>
      导出任务已开始，完成后可在
      <a
        href={DOWNLOADS}
        onClick={(event) => {
          event.preventDefault()
          goTo(DOWNLOADS)
        }}
      >
        我的下载
      </a>
      取得文件
    </span>,
  )
}
