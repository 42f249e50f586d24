import { z } from 'zod'
import { choice, int, text } from '#kit/fields/shared.ts'
import {
  answerOf,
  get,
  idField,
  listAnswer,
  listInput,
  post,
  rowAnswer,
  taskAnswer,
} from '#kit/shared/call.ts'
import {
  errorLog,
  errorRow,
  loginLog,
  loginRow,
  operDetail,
  operLog,
  operRow,
  outCallLog,
  outCallRow,
} from './log.entity.ts'

const operFilters = {
  title: text('模块', { max: 100 }),
  bizTitle: text('对象编号', { max: 100 }),
  adminId: text('操作人', { max: 200 }),
  bizType: text('对象类型', { max: 50 }),
  bizId: int('对象ID', { big: true, list: false }),
}
const loginFilters = { account: text('账号', { max: 50 }) }

/** Answers that did not come, or were a refusal or an error of the other side. */
const OUTCOMES = [
  { value: 'ok', label: '成功' },
  { value: 'failed', label: '失败' },
] as const
export const outCallFilters = { outcome: choice('结果', OUTCOMES) }

const operList = get('/admin/log/oper/list', {
  title: '操作日志列表',
  input: listInput(operLog, operFilters),
  answer: listAnswer(operRow),
})

/** Platform §13.3. No call changes or deletes a log. */
export const logCalls = {
  operList,
  operInfo: get('/admin/log/oper/info/:id', {
    title: '操作日志详情',
    permission: operList.permission,
    input: { id: idField() },
    answer: rowAnswer(operDetail),
  }),
  loginList: get('/admin/log/login/list', {
    title: '登录日志列表',
    input: listInput(loginLog, loginFilters),
    answer: listAnswer(loginRow),
  }),
  errorList: get('/admin/log/error/list', {
    title: '异常日志列表',
    input: listInput(errorLog),
    answer: listAnswer(errorRow),
  }),
  outCallList: get('/admin/log/outcall/list', {
    title: '外部调用列表',
    input: listInput(outCallLog, outCallFilters),
    answer: listAnswer(outCallRow),
  }),
  verify: get('/admin/log/oper/verify', {
    title: '校验操作日志',
    answer: answerOf(
      z.object({
        /** sealed days */
        days: z.number(),
        from: z.string(),
        to: z.string(),
        /** the first day that does not fit */
        bad: z.string().nullable(),
        reason: z.string(),
      }),
    ),
  }),
  exportLog: post('/admin/log/export', {
    title: '导出系统日志',
    input: {
      kind: choice(
        '日志',
        [
          { value: 'oper', label: '操作日志' },
          { value: 'login', label: '登录日志' },
          { value: 'error', label: '异常日志' },
          { value: 'outcall', label: '外部调用' },
        ],
        { required: true },
      ),
      ...listInput(operLog, operFilters),
      ...listInput(loginLog, loginFilters),
      ...listInput(errorLog),
      ...listInput(outCallLog, outCallFilters),
      columns: text('导出列', { max: 2000 }),
    },
    answer: taskAnswer,
  }),
}

/** Errors of the browser come also from people who are not signed in. */
export const clientError = post('/log/client', {
  title: '上报浏览器异常',
  permission: 'public',
  perMinute: 20,
  input: {
    message: text('错误', { max: 2000, required: true }),
    stack: text('堆栈', { max: 8000, long: true }),
    path: text('路径', { max: 300 }),
  },
})
