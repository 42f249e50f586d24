import { type Act, act, callAct } from '#kit/web/actions.tsx'
import { confirm } from '#kit/web/confirm.tsx'
import { change } from '#kit/web/useCall.ts'
import { openAppCalls as calls } from './openApp.calls.ts'
import { showKeys } from './showKeys.tsx'

/** What the actions need to know of an application. */
export interface AppTarget {
  readonly [name: string]: unknown
  readonly id: number
  readonly name: string
  readonly status: 0 | 1
  readonly webhookUrl: string
  readonly oldUntil: number | null
}

const APP_SECRET = 1
const WEBHOOK_SECRET = 2

export const hasOldKey = ({ oldUntil }: AppTarget): boolean =>
  oldUntil !== null && oldUntil * 1000 > Date.now()
const noWebhook = ({ status, webhookUrl }: AppTarget): string | null =>
  status === 0 ? '应用已停用' : webhookUrl === '' ? '没有设置推送地址' : null

async function renew({ id, name }: AppTarget, kind: 1 | 2, question: string): Promise<void> {
  if (!(await confirm(question, { danger: true }))) return
  const keys = await change(calls.secret, { id, kind }, { touches: [calls.list.path, calls.info.path] })
  void showKeys(name, keys)
}

export const KEY_ACTS: readonly Act<AppTarget>[] = [
  act({
    label: '重置密钥',
    permission: calls.secret,
    run: (row) =>
      renew(row, APP_SECRET, `“${row.name}”的旧密钥24小时内仍可使用，之后失效，确定重置应用密钥吗？`),
  }),
  callAct(calls.revoke, {
    label: '停用旧密钥',
    danger: true,
    when: hasOldKey,
    prompt: ({ name }) => `“${name}”的旧密钥和已发放的令牌将立即失效，确定停用旧密钥吗？`,
    input: ({ id }) => ({ id }),
    success: '旧密钥已停用',
  }),
  act({
    label: '重置推送密钥',
    permission: calls.secret,
    when: ({ webhookUrl }) => webhookUrl !== '',
    run: (row) =>
      renew(row, WEBHOOK_SECRET, `“${row.name}”收到的推送将立即改用新密钥签名，确定重置推送密钥吗？`),
  }),
  callAct(calls.test, {
    label: '测试推送',
    closed: noWebhook,
    input: ({ id }) => ({ id }),
    success: '已加入推送队列，结果见推送记录',
    touches: [calls.eventList.path],
  }),
]
