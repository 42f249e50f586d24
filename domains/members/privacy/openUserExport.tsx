import { z } from 'zod'
import { choices, flag, text } from '#kit/fields/shared.ts'
import type { WireRow } from '#kit/web/fieldUi.ts'
import { openForm } from '#kit/web/form/FormModal.tsx'
import { DOWNLOADS, watchTask } from '#kit/web/list/watchTask.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { hasPermission } from '#kit/web/session.ts'
import { toastSuccess } from '#kit/web/toast.ts'
import { shapeNames } from './exportColumns.ts'
import { EXPORT_FULL, EXPORT_LIST, exportCalls } from './userExport.calls.ts'
import { userExport } from './userExport.entity.ts'

const COLUMNS = shapeNames()
const SHAPE = {
  columns: choices('导出列', COLUMNS, { required: true }),
  isFull: flag('内容', { initial: 0, texts: ['明文', '脱敏'] }),
  reason: text('导出原因', { max: 100 }),
}
/** What most exports hold. */
const USUAL = [
  'userNo',
  'nickname',
  'phone',
  'sex',
  'level',
  'groupId',
  'channelId',
  'payCount',
  'netAmount',
  'createTime',
]
const WIDTH = 720
const INPUTS = {
  columns: { wide: true },
  isFull: {
    help: '明文为手机、姓名、地址、生日的完整内容：文件加密，密码发到站内信，24小时内可下载3次；行数多的须他人审核',
  },
  reason: { required: (values: WireRow) => values.isFull === 1 },
}

const answer = z.object({ exportNo: z.string(), taskId: z.number(), waits: z.boolean() })

/** 导出用户: which columns, masked or in full, and why. The filters are those of the list. Members §10.2. */
export const openUserExport = (filters: Readonly<Record<string, unknown>>): Promise<number | null> =>
  openForm({
    id: null,
    of: userExport,
    calls: { save: exportCalls.start },
    shape: SHAPE,
    title: '导出用户',
    width: WIDTH,
    inputs: INPUTS,
    hidden: (name) => name === 'isFull' && !hasPermission(EXPORT_FULL),
    initial: { columns: USUAL, isFull: 0 },
    complete: (input) => ({
      ...filters,
      ...input,
      columns: Array.isArray(input.columns) ? input.columns.join(',') : input.columns,
    }),
    said: () => true,
    told: (given) => {
      const { exportNo, taskId, waits } = answer.parse(given)
      if (taskId > 0) {
        watchTask(taskId, DOWNLOADS)
        toastSuccess('已开始导出，完成后在我的下载中下载')
      } else if (waits) {
        toastSuccess(`${exportNo}已提交审核，通过后开始导出`)
        goTo(EXPORT_LIST)
      }
    },
    touches: ['/admin/user/export', '/file'],
  })
