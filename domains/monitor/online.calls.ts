import { text } from '#kit/fields/shared.ts'
import { get, idsField, listAnswer, listInput, post } from '#kit/shared/call.ts'
import { online, onlineRow } from './online.entity.ts'

/** Platform §13.2. */
export const onlineCalls = {
  list: get('/admin/monitor/online/list', {
    title: '在线用户列表',
    input: listInput(online, { ip: text('IP', { max: 50 }), account: text('账号', { max: 50 }) }),
    answer: listAnswer(onlineRow),
  }),
  forceLogout: post('/admin/monitor/online/forceLogout/:id', {
    title: '强退会话',
    input: { id: idsField('会话') },
    business: 7,
  }),
}
