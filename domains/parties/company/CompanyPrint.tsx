import { DocumentPrint } from '#kit/web/document/DocumentPrint.tsx'
import { companyCalls } from './company.calls.ts'
import { company } from './company.entity.ts'

const HEAD = [
  ...['orgCode', 'orgName', 'shortName', 'orgType', 'creditCode', 'legalPerson', 'legalPhone'],
  ...['registerCapital', 'establishDate', 'taxpayerType', 'licenceEnd', 'channelIds', 'contactName'],
  ...['contactPhone', 'contactEmail', 'districtId', 'address', 'agentId', 'salesOffice', 'salesGroup'],
  ...['settleType', 'creditLimit', 'creditDays', 'orgLevelId', 'star', 'qualityStatus', 'status'],
  ...['createTime', 'businessScope', 'remark'],
]

/** 客户档案. Catalog §8.5. */
export default function CompanyPrint() {
  return (
    <DocumentPrint
      of={company}
      call={companyCalls.print}
      title="客户档案"
      head={HEAD}
      signs={['制表', '业务员', '审核']}
    />
  )
}
