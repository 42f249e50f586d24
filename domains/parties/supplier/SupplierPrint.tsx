import { DocumentPrint } from '#kit/web/document/DocumentPrint.tsx'
import { supplierCalls } from './supplier.calls.ts'
import { supplier } from './supplier.entity.ts'

const HEAD = [
  'supplierCode',
  'supplierName',
  'supplierType',
  'grade',
  'creditCode',
  'taxNo',
  'legalPerson',
  'contactName',
  'contactPhone',
  'address',
  'bankName',
  'bankAccount',
  'settleType',
  'creditDays',
  'buyerId',
  'contractNo',
  'contractStart',
  'contractEnd',
  'vendorNum',
  'auditStatus',
]
const LINES = {
  name: 'products',
  columns: ['skuId', 'supplyPrice', 'taxRate', 'minQty', 'leadDays', 'startDate', 'endDate', 'isDefault'],
}
const SIGNS = ['制单', '审核', '盖章']

/** 供应商档案. Catalog §8.5. */
export default function SupplierPrint() {
  return (
    <DocumentPrint
      of={supplier}
      call={supplierCalls.print}
      title="供应商档案"
      head={HEAD}
      lines={LINES}
      signs={SIGNS}
    />
  )
}
