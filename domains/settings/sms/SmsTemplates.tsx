import { type Act, callAct } from '#kit/web/actions.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { smsTemplateCalls as calls } from './sms.calls.ts'
import { smsTemplate } from './smsTemplate.entity.ts'

const CALLS = { list: calls.list, save: calls.save, remove: calls.remove }
const SHOW = ['title', 'tempType', 'content', 'tempId', 'status', 'createTime']
const FORM = { width: 560 }
const TOP: readonly Act<void>[] = [
  callAct(calls.sync, {
    label: '同步审核状态',
    success: '同步完成',
    touches: ['/admin/sms'],
    input: () => ({}),
  }),
]

/** 短信模板: what messages say; with the platform each is reviewed there before it may be used. */
export function SmsTemplates() {
  return <ListPage of={smsTemplate} calls={CALLS} show={SHOW} form={FORM} top={TOP} dated="" />
}
