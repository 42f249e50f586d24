import { DocumentPrint } from '#kit/web/document/DocumentPrint.tsx'
import { logisticsProvider } from './logisticsProvider.entity.ts'
import { providerCalls } from './supplier.calls.ts'

const HEAD = [
  ...['providerCode', 'providerName', 'creditCode', 'roadLicenceNo', 'insuranceAmount', 'contactName'],
  ...['contactPhone', 'dispatchPhone', 'districtId', 'address', 'logisticsModes', 'tempZones', 'priceMode'],
  ...['settleType', 'creditDays', 'bankName', 'bankAccount', 'contractNo', 'contractStart', 'contractEnd'],
  ...['sapCode', 'auditStatus'],
]
const LINES = {
  name: 'priceLines',
  columns: [
    'fromCityId',
    'toCityId',
    'tempZone',
    'firstQty',
    'firstFee',
    'nextQty',
    'nextFee',
    'minFee',
    'hours',
  ],
}

/** 物流商档案. Catalog §8.6. */
export default function ProviderPrint() {
  return (
    <DocumentPrint
      of={logisticsProvider}
      call={providerCalls.print}
      title="物流商档案"
      head={HEAD}
      lines={LINES}
      signs={['制单', '审核', '盖章']}
    />
  )
}
