import { z } from 'zod'
import { answerOf, get, listAnswer, listInput, post } from '#kit/shared/call.ts'
import { templateMessage } from './template.entity.ts'

const syncAnswer = answerOf(
  z.object({
    added: z.number(),
    kept: z.number(),
    failed: z.array(z.object({ tempKey: z.string(), errcode: z.number(), errmsg: z.string() })),
  }),
)

/** Platform §11.4. */
export const templateCalls = {
  list: get('/admin/wechat/template/list', {
    title: '消息模板列表',
    input: listInput(templateMessage),
    answer: listAnswer(templateMessage.all),
  }),
  syncWechat: post('/admin/wechat/template/whcbqhn/sync', {
    title: '同步公众号模板',
    business: 2,
    answer: syncAnswer,
  }),
  syncRoutine: post('/admin/wechat/template/routine/sync', {
    title: '同步小程序订阅消息',
    business: 2,
    answer: syncAnswer,
  }),
}
