import { choice, int, text } from '#kit/fields/shared.ts'
import { get, idField, listAnswer, listInput, post, rowAnswer, taskAnswer } from '#kit/shared/call.ts'
import { errorLog, errorRow, loginLog, loginRow, operDetail, operLog, operRow } from './log.entity.ts'

const operFilters = {
  title: text('模块', { max: 100 }),
  bizTitle: text('对象编号', { max: 100 }),
  adminId: text('操作人', { max: 200 }),
  bizType: text('对象类型', { max: 50 }),
  bizId: int('对象ID'),
}
const loginFilters = { account: text('账号', { max: 50 }) }

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
  exportLog: post('/admin/log/export', {
    title: '导出系统日志',
    input: {
      kind: choice(
        '日志',
        [
          { value: 'oper', label: '操作日志' },
          { value: 'login', label: '登录日志' },
          { value: 'error', label: '异常日志' },
        ],
        { required: true },
      ),
      ...listInput(operLog, operFilters),
      ...listInput(loginLog, loginFilters),
      ...listInput(errorLog),
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
