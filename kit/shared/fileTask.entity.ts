import { z } from 'zod'
import { choice, datetime, flag, int, json, text } from '#kit/fields/shared.ts'
import { entity } from './entity.ts'
import { stateTable } from './states.ts'

export const TASK_KINDS = [
  { value: 1, label: '导入' },
  { value: 2, label: '导出' },
  { value: 3, label: '打包' },
  { value: 4, label: '批处理' },
] as const

const TASK_STATES = [
  { value: 0, label: '排队中', means: 'runs' },
  { value: 1, label: '处理中', means: 'runs' },
  { value: 2, label: '已完成', means: 'done' },
  { value: 3, label: '失败', means: 'wrong' },
  { value: 4, label: '已取消', means: 'off' },
  { value: 5, label: '已过期', means: 'off' },
  { value: 6, label: '部分成功', means: 'wrong' },
] as const
/** states in which a task still moves */
export const MOVING: readonly number[] = [0, 1]
export const FAILED = 3
export type TaskState = (typeof TASK_STATES)[number]['value']

/** What a person may do with a task from which state. Platform §10. */
export const taskStates = stateTable('status', TASK_STATES, {
  cancel: { from: [0, 1], to: 4, label: '取消', permission: 'login', prompt: '确定取消该任务吗？' },
  retry: { from: [3, 4, 5], to: 0, label: '重试', permission: 'login' },
  remove: {
    from: [2, 3, 4, 5, 6],
    label: '删除',
    permission: 'login',
    prompt: '确定删除该任务吗？',
    danger: true,
  },
})

/** The first rows of an uploaded sheet, as the person gave them. */
const preview = z.object({ headings: z.array(z.string()), rows: z.array(z.array(z.string())) })

/** What an import said of single rows without refusing them: what would go, stay or be there twice. */
const notes = z.array(z.object({ rowNo: z.number(), column: z.string(), message: z.string() }))

const hidden = { readOnly: true, list: false, port: false, form: false } as const

/** An import, export or pack that runs in a worker; its row is also the worker's lease and progress. Platform §10. */
export const fileTask = entity(
  'fileTask',
  '文件任务',
  {
    taskNo: text('任务编号', { max: 30, readOnly: true, search: true, width: 180 }),
    kind: choice('类型', TASK_KINDS, { required: true, readOnly: true, filter: true }),
    bizType: text('任务类型', { max: 50, readOnly: true, filter: true, list: false }),
    bizName: text('名称', { max: 100, readOnly: true, search: true }),
    params: json('参数', z.record(z.string(), z.unknown()), { ...hidden, initial: {} }),
    fileName: text('文件名称', { max: 200, readOnly: true, search: true, list: false }),
    sourceFile: text('源文件', { max: 100, ...hidden }),
    resultFile: text('结果文件', { max: 100, ...hidden }),
    errorFile: text('错误文件', { max: 100, ...hidden }),
    status: choice('状态', TASK_STATES, { initial: 0, readOnly: true, filter: true }),
    total: int('总数', { initial: 0, readOnly: true }),
    done: int('已处理', { initial: 0, readOnly: true }),
    success: int('成功', { initial: 0, readOnly: true }),
    fail: int('失败', { initial: 0, readOnly: true }),
    percent: int('进度', { initial: 0, readOnly: true }),
    fileSize: int('大小', { initial: 0, readOnly: true }),
    message: text('说明', { max: 500, readOnly: true, list: false }),
    preview: json('预览', preview.nullable(), { ...hidden }),
    notes: json('提示', notes, { ...hidden, initial: [] }),
    noteCount: int('提示数', { initial: 0, ...hidden }),
    dryRun: flag('仅校验', { initial: 0, readOnly: true, list: false }),
    skipBad: flag('不导入错误行', { initial: 0, readOnly: true, list: false }),
    startTime: datetime('开始时间', { readOnly: true, list: false }),
    endTime: datetime('结束时间', { readOnly: true, list: false }),
    expireTime: datetime('有效期至', { readOnly: true }),
    downloadCount: int('下载次数', { initial: 0, readOnly: true, list: false }),
    /** whose permissions and scope it runs with; also its owner */
    scopeAdminId: int('所属人', { initial: 0, ...hidden }),
    /** the process that runs it, and until when it is believed to live */
    leaseOwner: text('处理进程', { max: 60, ...hidden }),
    leaseUntil: datetime('租约至', hidden),
    /** how many processes died with it */
    attempts: int('中断次数', { initial: 0, ...hidden }),
    cancelAsked: flag('要求取消', { initial: 0, ...hidden }),
    /** row of the sheet behind which a row-wise import goes on */
    lastRow: int('已处理至行', { initial: 0, ...hidden }),
    sha256: text('内容校验', { max: 64, ...hidden }),
  },
  { title: 'taskNo' },
)
