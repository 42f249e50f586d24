import { useParams } from 'react-router'
import { today } from '#kit/shared/time.ts'
import { FormPage } from '#kit/web/form/FormPage.tsx'
import { billCalls as calls } from './sapBill.calls.ts'
import { sapBill } from './sapBill.entity.ts'

const GROUPS = [
  {
    title: '凭证',
    fields: [
      ...[
        'sapBillNo',
        'sapYear',
        'moveType',
        'postingDate',
        'documentDate',
        'sapPlant',
        'sapStorageLocation',
      ],
      ...['referenceNo', 'headerText', 'vendorCode', 'customerCode', 'remark'],
    ],
  },
  { title: '明细', fields: ['lines'] },
]
const INPUTS = {
  moveType: { help: '例如 101 采购收货、501 其他收货、201 领用、551 报废' },
  referenceNo: { help: '系统的过账号、单据号或送货单号，按它匹配过账' },
  lines: { help: '物料号须与商品资料中的SAP物料号一致' },
}

const initial = { sapYear: today().slice(0, 4) }

/** 新增SAP单据: what SAP booked, typed by hand. Warehouse §5.1. */
export default function BillForm() {
  const { id } = useParams()
  return (
    <FormPage
      id={id === undefined ? null : Number(id)}
      of={sapBill}
      calls={calls}
      groups={GROUPS}
      inputs={INPUTS}
      initial={initial}
      back="/wts/sapBill"
    />
  )
}
