import type { OpenScope } from '#kit/shared/open.ts'

/** What an application can be told of, and the scope it needs for that. Orders §8. */
export const WEBHOOK_EVENTS = [
  { value: 'order.paid', label: '订单已支付', scope: 'order' },
  { value: 'order.closed', label: '订单已关闭', scope: 'order' },
  { value: 'order.shipped', label: '包裹已发出', scope: 'order' },
  { value: 'order.received', label: '订单已收货', scope: 'order' },
  { value: 'refund.changed', label: '售后状态变化', scope: 'refund' },
  { value: 'stock.changed', label: '库存变化', scope: 'stock' },
] as const satisfies readonly { value: string; label: string; scope: OpenScope }[]
export type WebhookEventName = (typeof WEBHOOK_EVENTS)[number]['value']

/** What is sent on request to see whether it arrives. */
export const TEST_EVENT = { value: 'test', label: '测试推送' } as const
