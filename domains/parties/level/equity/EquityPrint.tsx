import { DocumentPrint } from '#kit/web/document/DocumentPrint.tsx'
import { equityCalls } from './equity.calls.ts'
import { equityPlan } from './equity.entity.ts'

/** 权益发放单. Catalog §8.5. */
export default function EquityPrint() {
  return (
    <DocumentPrint
      of={equityPlan}
      call={equityCalls.print}
      title="权益发放单"
      head={[
        'planNo',
        'planName',
        'targetNames',
        'objectNames',
        'issueMode',
        'startDate',
        'endDate',
        'budget',
        'issuedAmount',
      ]}
      lines={{ name: 'lines', columns: ['equityType', 'basis', 'value', 'maxValue'] }}
      signs={['制单', '审核', '财务']}
    />
  )
}
