import { Alert } from 'antd'
import { textOf } from '#kit/web/fieldUi.ts'
import { openForm } from '#kit/web/form/FormModal.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { vipCalls } from './membership.calls.ts'
import { vipOrder } from './membership.entity.ts'
import { refundShape, vipPaymentCalls } from './vipPayment.calls.ts'

/** What goes back with what is typed. */
function Quote({ id, usedAmount }: { id: number; usedAmount: string }) {
  const { data } = useCall(vipCalls.quote, { id, usedAmount: usedAmount || '0' }, { quiet: true, keep: true })
  if (data === undefined) return null
  if (data.reason !== '') return <Alert type="warning" showIcon title={data.reason} />
  const days = data.isFull ? '全额退款期限内且未使用权益' : `未用${data.unused}天，共${data.all}天`
  const used = data.usedNum > 0 ? `，已使用权益${data.usedNum}次` : ''
  return <Alert type="info" showIcon title={`可退 ${data.amount} 元（${days}${used}）`} />
}

/** 会员退款: what goes back, where to, and why. Members §3.5. */
export function openRefund(id: number): Promise<number | null> {
  return openForm({
    of: vipOrder,
    shape: refundShape,
    calls: { save: vipPaymentCalls.refund },
    id: null,
    title: '会员退款',
    width: 520,
    complete: (input) => ({ ...input, id }),
    below: (form) => <Quote id={id} usedAmount={textOf(form.values.usedAmount)} />,
    success: '已退款，会员资格已结束，退款单等待财务处理',
    touches: ['/admin/system/user/level', '/admin/user'],
  })
}
