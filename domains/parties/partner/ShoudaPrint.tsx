import { DocumentPrint } from '#kit/web/document/DocumentPrint.tsx'
import { shoudaCalls } from './shouda.calls.ts'
import { shouda } from './shouda.entity.ts'

const HEAD = [
  'shoudaNum',
  'shoudaName',
  'companyId',
  'channelId',
  'salesOrg',
  'distChannel',
  'division',
  'currency',
  'paymentTerms',
  'auditStatus',
]
const LINES = { name: 'links', columns: ['role', 'code', 'name', 'companyId', 'isDefault', 'status'] }

/** 打印售达方. */
export default function ShoudaPrint() {
  return (
    <DocumentPrint
      of={shouda}
      call={shoudaCalls.print}
      title="售达方档案"
      head={HEAD}
      lines={LINES}
      signs={['制单', '审核', '盖章']}
    />
  )
}
