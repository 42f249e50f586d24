import { DocumentPrint } from '#kit/web/document/DocumentPrint.tsx'
import { productEdit } from './productEdit.entity.ts'
import { editCalls } from './shelf.calls.ts'

const HEAD = ['editNo', 'editTitle', 'productCount', 'itemCount', 'effectTime', 'reason']
const LINES = {
  name: 'lines',
  columns: ['productCode', 'productName', 'suk', 'field', 'oldText', 'newText', 'result'],
}

/** 商品资料修改单 on A4. Catalog §3.4. */
export default function ProductEditPrint() {
  return (
    <DocumentPrint
      of={productEdit}
      call={editCalls.print}
      title="商品资料修改单"
      head={HEAD}
      lines={LINES}
      signs={['制单', '审核']}
    />
  )
}
