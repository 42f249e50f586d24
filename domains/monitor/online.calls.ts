import { text } from '#kit/fields/shared.ts'
import { get, idsField, listAnswer, listInput, post, taskAnswer } from '#kit/shared/call.ts'
import { online, onlineRow } from './online.entity.ts'

const filters = listInput(online, { ip: text('IP', { max: 50 }), account: text('账号', { max: 50 }) })

/** Platform §13.2. */
export const onlineCalls = {
  list: get('/admin/monitor/online/list', {
    title: '在线用户列表',
    input: filters,
    answer: listAnswer(onlineRow),
  }),
  exportRows: post('/admin/monitor/online/export', {
    title: '导出在线用户',
    input: { ...filters, columns: text('导出列', { max: 2000 }) },
    answer: taskAnswer,
  }),
  forceLogout: post('/admin/monitor/online/forceLogout/:id', {
    title: '强退会话',
    input: { id: idsField('会话') },
    business: 7,
  }),
}
