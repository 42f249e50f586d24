import { DocumentPrint } from '#kit/web/document/DocumentPrint.tsx'
import { qualityCalls } from './licence.calls.ts'
import { companyQuality } from './quality.entity.ts'

const HEAD = ['qualityNo', 'companyId', 'qualityType', 'qualityStatus', 'licenceEnd', 'applyRemark']
const LINES = {
  name: 'licences',
  columns: ['licenceType', 'licenceNo', 'holder', 'scope', 'issueOrg', 'startDate', 'endDate', 'longTerm'],
}

/** 打印资质档案. */
export default function QualityPrint() {
  return (
    <DocumentPrint
      of={companyQuality}
      call={qualityCalls.print}
      title="资质档案"
      head={HEAD}
      lines={LINES}
      signs={['申请人', '审核', '盖章']}
    />
  )
}
