import { z } from 'zod'
import { choice, datetime, flag, int, lines, text } from '#kit/fields/shared.ts'
import { answerOf, get, idField, listAnswer, listInput, post, rowAnswer, target } from '#kit/shared/call.ts'
import { decisionFields, documentStates } from '#kit/shared/document.ts'
import { nameOf } from '#kit/shared/join.ts'
import { userFilters } from '../user/user.calls.ts'
import { user } from '../user/user.entity.ts'
import { sensitiveLog } from './sensitiveLog.entity.ts'
import { userExport } from './userExport.entity.ts'

const PREFIX = '/admin/user/export'

/** Whoever may have full values in a file. Members §10.2, §17. */
export const EXPORT_FULL = 'admin:user:export:full'

const DECISIONS = [
  { value: 1, label: '通过' },
  { value: 2, label: '驳回' },
] as const

/** One time a file was fetched. */
const download = {
  adminName: text('下载人', { max: 50 }),
  ip: text('IP', { max: 45 }),
  time: datetime('时间', { required: true }),
}

/** Where the exports of consumers are looked at. */
export const EXPORT_LIST = '/user/privacy/export'

/** Members §10.2. */
export const exportCalls = {
  start: post(PREFIX, {
    title: '导出用户',
    input: {
      ...listInput(user, userFilters),
      columns: text('导出列', { max: 2000 }),
      isFull: flag('明文', { initial: 0 }),
      reason: text('导出原因', { max: 100 }),
    },
    answer: answerOf(
      z.object({
        id: z.number(),
        exportNo: z.string(),
        /** 0 while somebody has to decide */
        taskId: z.number(),
        waits: z.boolean(),
      }),
    ),
    business: 5,
  }),
  list: get(`${PREFIX}/log/list`, {
    title: '导出审计列表',
    input: listInput(userExport),
    answer: listAnswer(userExport.all),
  }),
  info: get(`${PREFIX}/log/info/:id`, {
    title: '导出审计详情',
    input: { id: idField() },
    answer: rowAnswer({
      ...userExport.all,
      /** as people read it */
      columnNames: text('导出列', { max: 4000 }),
      filterText: text('筛选', { max: 4000 }),
      fetched: lines('下载记录', download),
      history: lines('审核记录', decisionFields),
      taskStatus: int('任务状态'),
    }),
  }),
  examine: post(`${PREFIX}/examine/:id`, {
    title: '审核用户导出',
    input: {
      ...target,
      auditStatus: choice('审核状态', DECISIONS, { required: true }),
      opinion: text('审核意见', { max: 200 }),
    },
    business: 8,
  }),
  logs: get('/admin/user/sensitive/log/list', {
    title: '敏感查看日志',
    input: { ...listInput(sensitiveLog), uid: int('用户', { min: 1 }) },
    answer: listAnswer({ ...sensitiveLog.all, userName: nameOf('uid', '用户', { width: 160 }) }),
  }),
}

/** One examiner or a process; what was rejected is asked for anew. */
export const exportStates = documentStates('admin:user:export')
