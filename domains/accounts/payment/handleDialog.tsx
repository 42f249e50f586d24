import { openForm } from '#kit/web/form/FormModal.tsx'
import { KindInput } from './KindInput.tsx'
import { exceptionCalls as calls } from './payment.calls.ts'
import { paymentException } from './payment.entity.ts'

interface Target {
  id: number
  version: number
}

const { bizType, orderSn, handleRemark } = calls.handle.shape
const REMARK = { ...(handleRemark && { handleRemark }) }
const RELATE = { ...(bizType && { bizType }), ...(orderSn && { orderSn }), ...REMARK }
const INPUTS = {
  bizType: { Input: KindInput, required: () => true },
  orderSn: { required: () => true, help: '金额与到账金额相同的待支付单据' },
}
const TOUCHES = [calls.list.path]

function open(
  { id, version }: Target,
  {
    title,
    text,
    success,
    handleType,
  }: { title: string; text?: string; success: string; handleType?: 1 | 2 | 4 },
): Promise<number | null> {
  return openForm({
    of: paymentException,
    calls: { save: handleType === undefined ? calls.accept : calls.handle },
    id: null,
    title,
    shape: handleType === 1 ? RELATE : REMARK,
    inputs: INPUTS,
    complete: (input) => ({ ...input, id, version, ...(handleType === undefined ? {} : { handleType }) }),
    success,
    touches: TOUCHES,
    ...(text === undefined ? {} : { below: () => <p className="k-hint">{text}</p> }),
  })
}

/** What can be done with an exception, each in a dialog that asks why. Orders §6.5. */
export const handleBy = {
  accept: (row: Target, text: string) => open(row, { title: '确认入账', text, success: '已确认入账' }),
  refund: (row: Target, text: string) =>
    open(row, { title: '退款', text, success: '已生成退款单，等待审核', handleType: 2 }),
  relate: (row: Target) => open(row, { title: '关联订单', success: '已关联并入账', handleType: 1 }),
  ignore: (row: Target) =>
    open(row, {
      title: '忽略异常',
      text: '忽略后不再提醒，也不会产生任何入账或退款。',
      success: '已忽略',
      handleType: 4,
    }),
}
