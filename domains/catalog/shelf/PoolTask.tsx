import type { TaskFormProps } from '#domains/workflow/workflow.pickers.tsx'
import { DocumentTask } from '#kit/web/document/documentTask.tsx'
import { poolCalls } from './pool.calls.ts'
import { productIntegral, productVip } from './pool.entity.ts'

const SECTIONS = [
  {
    title: '设置',
    fields: ['productName', 'productCode', 'price', 'perLimit', 'levelIds', 'startTime', 'endTime', 'sort'],
  },
  { title: '规格', fields: ['rows'] },
]

/** 付费商品 on the page of an approval task. */
export function VipTask({ businessId }: TaskFormProps) {
  return <DocumentTask id={businessId} of={productVip} info={poolCalls.payInfo} sections={SECTIONS} />
}

/** 积分商品 on the page of an approval task. */
export function IntegralTask({ businessId }: TaskFormProps) {
  return (
    <DocumentTask id={businessId} of={productIntegral} info={poolCalls.integralInfo} sections={SECTIONS} />
  )
}
