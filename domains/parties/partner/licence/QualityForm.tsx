import { DocumentForm } from '#kit/web/document/DocumentForm.tsx'
import { usePartnerRoute } from '../usePartnerRoute.ts'
import { qualityCalls } from './licence.calls.ts'
import { companyQuality } from './quality.entity.ts'

const GROUPS = [
  { title: '基本信息', fields: ['companyId', 'qualityType', 'licenceFile', 'licenceEnd'] },
  {
    title: '证照',
    note: '审核成功后，以下证照成为该单位的有效证照；编号相同的接续原证照。',
    fields: ['licences'],
  },
  { title: '其他', fields: ['applyRemark', 'files', 'remark'] },
]

/** 新增资质档案, 编辑资质档案. Catalog §6.4. */
export default function QualityForm() {
  return (
    <DocumentForm
      {...usePartnerRoute()}
      of={companyQuality}
      calls={qualityCalls}
      groups={GROUPS}
      back="/company/quality"
    />
  )
}
