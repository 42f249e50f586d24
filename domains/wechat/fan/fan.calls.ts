import { text } from '#kit/fields/shared.ts'
import { get, listAnswer, listInput, post, rowsOf, taskAnswer } from '#kit/shared/call.ts'
import { madeOf } from '#kit/shared/join.ts'
import { wechatFan, wechatMessage } from './fan.entity.ts'

const rows = rowsOf(wechatFan, {
  /** staff and consumers whose account the openid is bound to */
  bound: madeOf(['openid'], text('绑定用户', { max: 200, width: 140 })),
})

/** Platform §11, tabs 粉丝 and 消息记录. */
export const fanCalls = {
  list: get('/admin/wechat/fan/list', {
    title: '粉丝列表',
    input: listInput(wechatFan),
    answer: listAnswer(rows),
  }),
  exportRows: post('/admin/wechat/fan/export', {
    title: '导出粉丝',
    input: { ...listInput(wechatFan), columns: text('导出列', { max: 2000 }) },
    answer: taskAnswer,
  }),
  messages: get('/admin/wechat/message/list', {
    title: '公众号消息列表',
    input: listInput(wechatMessage),
    answer: listAnswer(wechatMessage.all),
  }),
}
