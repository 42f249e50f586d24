import { z } from 'zod'
import { flag, int, text } from '#kit/fields/shared.ts'
import { binary } from '#kit/shared/binary.ts'
import {
  answerOf,
  get,
  idField,
  idsField,
  listAnswer,
  listInput,
  post,
  rowsOf,
  someIds,
  taskAnswer,
} from '#kit/shared/call.ts'
import { fileTask } from '#kit/shared/fileTask.entity.ts'
import { importInput } from '#kit/shared/importInput.ts'
import { nameOf, sameAs } from '#kit/shared/join.ts'

export const TASK_ALL = 'file:task:all'

/** Columns of the lists: names of files only when they are there to be fetched. */
const listed = rowsOf(fileTask, {
  resultName: sameAs('resultFile', text('结果文件', { max: 100 })),
  errorName: sameAs('errorFile', text('错误文件', { max: 100 })),
  createName: nameOf('scopeAdminId', '创建人', { of: 'admin' }),
})

const filters = listInput(fileTask, {
  isDel: flag('回收站', { initial: 0 }),
})

export const exportTasks = get('/file/export/list', {
  title: '我的下载',
  input: filters,
  answer: listAnswer(listed),
})
export const importTasks = get('/file/import/list', {
  title: '我的上传',
  input: filters,
  answer: listAnswer(listed),
})

/** Tasks by status, '' for all of them. */
const counts = answerOf(z.record(z.string(), z.number()))

export const exportCounts = get('/file/export/counts', {
  title: '我的下载数量',
  permission: exportTasks.permission,
  input: filters,
  answer: counts,
})
export const importCounts = get('/file/import/counts', {
  title: '我的上传数量',
  permission: importTasks.permission,
  input: filters,
  answer: counts,
})

/** The headings of a sheet beside the columns of an import, matched as the person matched them the last time. */
export const importHeadings = post('/file/import/headings', {
  title: '识别导入文件列名',
  permission: 'login',
  change: false,
  multipart: true,
  input: { bizType: text('任务类型', { max: 50, required: true }) },
  answer: answerOf(
    z.object({
      headings: z.array(z.string()),
      columns: z.array(
        z.object({
          name: z.string(),
          title: z.string(),
          required: z.boolean(),
          /** what the names alone say; '' when none of the headings fits */
          automatic: z.string(),
          heading: z.string(),
        }),
      ),
      /** what may be ticked beside the mode */
      ticks: z.array(z.object({ name: z.enum(['remove', 'repeat']), label: z.string() })),
    }),
  ),
})

export const uploadImport = post('/file/import/upload', {
  title: '上传导入文件',
  permission: 'login',
  multipart: true,
  input: { bizType: text('任务类型', { max: 50, required: true }), ...importInput },
  answer: taskAnswer,
})

export const importTemplate = get('/file/import/template', {
  title: '下载导入模板',
  permission: 'login',
  input: { bizType: text('任务类型', { max: 50, required: true }) },
  answer: binary,
})

/** 按导入模板导出: the rows of a list as the file its import reads, to be changed there and imported again. */
export const exportForImport = post('/file/import/export', {
  title: '按导入模板导出',
  permission: 'login',
  input: {
    bizType: text('任务类型', { max: 50, required: true }),
    /** JSON: the filters of the list by name; '' for all of its rows */
    filters: text('筛选条件', { max: 8000 }),
    /** which list, where the import has several */
    list: text('列表', { max: 50 }),
  },
  answer: taskAnswer,
  business: 5,
})

/** The imports a person may use, with what the dialog tells about them. */
export const importTypes = get('/file/import/types', {
  title: '导入类型',
  permission: 'login',
  answer: answerOf(
    z.array(
      z.object({
        bizType: z.string(),
        title: z.string(),
        mode: z.enum(['whole', 'rows']),
        /** whether the person may have 按导入模板导出 */
        exports: z.boolean(),
        columns: z.array(z.object({ title: z.string(), required: z.boolean() })),
      }),
    ),
  ),
})

/** What a person may have made as a file. */
export const exportTypes = get('/file/export/types', {
  title: '导出类型',
  permission: 'login',
  answer: answerOf(z.array(z.object({ bizType: z.string(), title: z.string() }))),
})

const info = z.object({
  id: z.number(),
  taskNo: z.string(),
  kind: z.number(),
  bizType: z.string(),
  bizName: z.string(),
  fileName: z.string(),
  status: z.number(),
  total: z.number(),
  done: z.number(),
  success: z.number(),
  fail: z.number(),
  percent: z.number(),
  fileSize: z.number(),
  message: z.string(),
  dryRun: z.number(),
  skipBad: z.number(),
  resultName: z.string(),
  errorName: z.string(),
  createTime: z.number(),
  startTime: z.number().nullable(),
  endTime: z.number().nullable(),
  expireTime: z.number().nullable(),
  /** the first rows of the uploaded sheet */
  preview: z.object({ headings: z.array(z.string()), rows: z.array(z.array(z.string())) }).nullable(),
  /** the first refused rows */
  errors: z.array(
    z.object({
      /** '' where the import knows only one */
      sheet: z.string(),
      rowNo: z.number(),
      bizKey: z.string(),
      field: z.string(),
      message: z.string(),
    }),
  ),
  /** the first of what it told of rows it did not refuse, and how many there were */
  notes: z.array(z.object({ sheet: z.string(), rowNo: z.number(), field: z.string(), message: z.string() })),
  noteCount: z.number(),
})

export const taskInfo = get('/file/task/info/:id', {
  title: '文件任务详情',
  permission: 'login',
  input: { id: idField() },
  answer: answerOf(info),
})

const own = { permission: 'login', input: { id: idsField() } } as const
export const cancelTask = post('/file/task/cancel/:id', { title: '取消文件任务', ...own })
export const retryTask = post('/file/task/retry/:id', { title: '重试文件任务', ...own })
export const deleteTask = post('/file/task/delete/:id', { title: '删除文件任务', ...own })
export const recoverTask = post('/file/task/recover/:id', { title: '恢复文件任务', ...own })

export const download = get('/common/download', {
  title: '下载文件',
  permission: 'login',
  input: {
    fileName: text('文件名称', { max: 300, required: true }),
    delete: text('下载后删除', { max: 5, pattern: /^(true|false|0|1)$/ }),
  },
  answer: binary,
})

export const downloadResource = get('/common/download/resource', {
  title: '下载素材',
  permission: 'login',
  input: { resource: text('素材地址', { max: 300, required: true }) },
  answer: binary,
})

export const downloadZip = get('/common/download/zip', {
  title: '打包下载',
  permission: 'login',
  input: { ids: someIds('素材'), taskIds: someIds('文件任务') },
  answer: binary,
})

/** The same files as a task, for more than one answer should carry. */
export const packFiles = post('/file/pack', {
  title: '打包素材',
  permission: 'login',
  input: { ids: someIds('素材', 5000), taskIds: someIds('文件任务', 5000) },
  answer: taskAnswer,
})

export const viewFile = get('/file/view/:attId', {
  title: '查看私有文件',
  permission: 'public',
  input: {
    attId: idField(),
    expires: int('有效期', { required: true }),
    sign: text('签名', { max: 64, required: true }),
  },
  answer: binary,
})
