import { DocumentPrint } from '#kit/web/document/DocumentPrint.tsx'
import { applyCalls } from './shelf.calls.ts'
import { showApply } from './showApply.entity.ts'

const HEAD = [
  'applyNo',
  'applyTitle',
  'applyType',
  'channelIds',
  'planShowTime',
  'planOffTime',
  'productCount',
  'reason',
]
const LINES = {
  name: 'lines',
  columns: ['productCode', 'productName', 'suks', 'price', 'showPrice', 'stock', 'remark'],
}

/** 上架申请单 on A4. Catalog §8.5. */
export default function ShowApplyPrint() {
  return (
    <DocumentPrint
      of={showApply}
      call={applyCalls.print}
      title="上架申请单"
      head={HEAD}
      lines={LINES}
      signs={['制单', '审核', '执行']}
    />
  )
}
