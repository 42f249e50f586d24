import type { Call } from '#kit/shared/call.ts'
import { toastNotice } from '#kit/web/toast.ts'
import { change } from '#kit/web/useCall.ts'
import { type Importing, importCalls } from './importing.ts'
import { DOWNLOADS, TasksLink, watchTask } from './watchTask.tsx'

/** Starts the export of a list as it is filtered, and says where its file will be and when it is there. Frame §5. */
export async function exportRows(
  call: Call<unknown, unknown, unknown, { taskId: number }>,
  input: Record<string, unknown>,
): Promise<void> {
  const { taskId } = await change(call, input, { touches: ['/file/export'] })
  toastNotice(
    <span>
      导出任务已开始，完成后可在
      <TasksLink to={DOWNLOADS} />
      取得文件
    </span>,
  )
  watchTask(taskId, DOWNLOADS)
}

/** 按导入模板导出: the rows of a list, as it is filtered, as the file its import reads. Platform §10. */
export function exportForImport(
  { bizType, list = '' }: Pick<Importing, 'bizType' | 'list'>,
  filters: Record<string, unknown> = {},
): Promise<void> {
  return exportRows(importCalls().exportRows, { bizType, list, filters: JSON.stringify(filters) })
}
