import { z } from 'zod'
import { text } from '#kit/fields/shared.ts'
import {
  answerOf,
  get,
  idAnswer,
  idField,
  listAnswer,
  listInput,
  patch,
  post,
  rowAnswer,
  taskAnswer,
} from '#kit/shared/call.ts'
import { jobInput, jobLogRow, jobRow, scheduleJob, scheduleJobLog } from './job.entity.ts'

const jobId = idField('任务编号')
const logFilters = listInput(scheduleJobLog, { beanName: text('调用目标', { max: 64 }) })

const list = get('/admin/schedule/job/list', {
  title: '定时任务列表',
  input: listInput(scheduleJob),
  answer: listAnswer(jobRow),
})

/** Platform §13.1. */
export const jobCalls = {
  list,
  info: get('/admin/schedule/job/info/:id', {
    title: '定时任务详情',
    permission: list.permission,
    input: { id: idField() },
    answer: rowAnswer(jobRow),
  }),
  targets: get('/admin/schedule/job/targets', {
    title: '调用目标',
    permission: list.permission,
    answer: answerOf(z.array(z.object({ value: z.string(), label: z.string() }))),
  }),
  times: get('/admin/schedule/job/times', {
    title: '下次执行时间',
    permission: list.permission,
    input: { cronExpression: jobInput.cronExpression },
    answer: answerOf(z.array(z.number())),
  }),
  add: post('/admin/schedule/job/add', { title: '新增定时任务', input: jobInput, answer: idAnswer }),
  update: patch('/admin/schedule/job/update', { title: '编辑定时任务', input: jobInput }),
  suspend: post('/admin/schedule/job/suspend/:jobId', { title: '暂停定时任务', input: { jobId } }),
  start: post('/admin/schedule/job/start/:jobId', { title: '启用定时任务', input: { jobId } }),
  remove: post('/admin/schedule/job/delete/:jobId', { title: '删除定时任务', input: { jobId } }),
  trigger: post('/admin/schedule/job/trig/:jobId', { title: '执行一次', input: { jobId } }),
}

export const jobLogCalls = {
  list: get('/admin/schedule/job/log/list', {
    title: '任务日志列表',
    input: logFilters,
    answer: listAnswer(jobLogRow),
  }),
  clear: post('/admin/schedule/job/log/clear', { title: '清空任务日志' }),
  exportRows: post('/admin/schedule/job/log/export', {
    title: '导出任务日志',
    input: { ...logFilters, columns: text('导出列', { max: 2000 }) },
    answer: taskAnswer,
  }),
}
