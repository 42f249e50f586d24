import { useParams } from 'react-router'
import { today } from '#kit/shared/time.ts'
import { FormPage } from '#kit/web/form/FormPage.tsx'
import { sapDeliveryCalls as calls } from './sapDeliveryOrder.calls.ts'
import { sapDeliveryOrder } from './sapDeliveryOrder.entity.ts'

const GROUPS = [
  {
    title: '交货单',
    fields: [
      ...['sapDeliveryNo', 'deliveryType', 'custType', 'shoudaNum', 'shipToCode', 'planGiDate', 'sapPlant'],
      ...['sapStorageLocation', 'route', 'salesOrderNo', 'poNo', 'remark'],
    ],
  },
  { title: '明细', fields: ['lines'] },
]
const INPUTS = {
  shoudaNum: { help: 'SAP售达方编号' },
  shipToCode: { help: 'SAP送达方编码' },
  salesOrderNo: { help: '系统的订单号、子订单号或发货单号，按它匹配发货单；没有订单的留空' },
  lines: { help: '物料号须与商品资料中的SAP物料号一致' },
}
const initial = { planGiDate: today() }

/** 新增SAP交货单: what SAP wants delivered, typed by hand. Warehouse §5.1. */
export default function SapDeliveryForm() {
  const { id } = useParams()
  return (
    <FormPage
      id={id === undefined ? null : Number(id)}
      of={sapDeliveryOrder}
      calls={calls}
      groups={GROUPS}
      inputs={INPUTS}
      initial={initial}
      back="/wts/sapDeliveryOrder"
    />
  )
}
