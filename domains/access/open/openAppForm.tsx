import { textOf, type WireRow } from '#kit/web/fieldUi.ts'
import { openForm } from '#kit/web/form/FormModal.tsx'
import { openAppCalls as calls } from './openApp.calls.ts'
import { openApp } from './openApp.entity.ts'
import { showKeys } from './showKeys.tsx'

const GROUPS = [
  { title: '应用', fields: ['name', 'channelId', 'scopes', 'expireTime', 'status', 'remark'] },
  { title: '限制', fields: ['ipList', 'rateLimit', 'externalPrice'] },
  { title: '推送', fields: ['webhookUrl', 'events'] },
]

const INPUTS = {
  expireTime: { help: '到期后不能再调用接口，不填表示长期有效' },
  ipList: {
    help: '只能从这些地址或网段调用，如 121.40.1.2、121.40.1.0/24，不填表示不限',
    placeholder: '输入地址或网段后回车',
    wide: true,
  },
  rateLimit: { help: '超出的调用答复429' },
  externalPrice: { help: '开启后，该应用的订单可以按外部价格下单' },
  webhookUrl: { placeholder: 'https://shop.example.com/notify', wide: true },
  events: { help: '只推送该应用权限之内的事件', wide: true },
}

const CALLS = { info: calls.info, save: calls.save, update: calls.update }

interface Keys {
  appKey: string
  appSecret: string
  webhookSecret: string
}
const isKeys = (answer: unknown): answer is Keys =>
  typeof answer === 'object' && answer !== null && 'appSecret' in answer

function check({ events, webhookUrl }: WireRow): Record<string, string> {
  return Array.isArray(events) && events.length > 0 && textOf(webhookUrl) === ''
    ? { webhookUrl: '请输入推送地址' }
    : {}
}

/** Opens the form of an application; null: a new one, whose keys are shown once it is saved. Orders §8. */
export function openAppForm(id: number | null): Promise<number | null> {
  return openForm({
    of: openApp,
    calls: CALLS,
    id,
    width: 760,
    groups: GROUPS,
    inputs: INPUTS,
    check,
    told: (answer) => {
      if (isKeys(answer)) void showKeys('', answer)
    },
  })
}
