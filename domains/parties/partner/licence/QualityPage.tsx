import { useParams } from 'react-router'
import { DocumentPage } from '#kit/web/document/DocumentPage.tsx'
import { qualityCalls } from './licence.calls.ts'
import { companyQuality } from './quality.entity.ts'
import { qualityStates } from './quality.states.ts'
import { LicenceLines, QUALITY_ACTS, QUALITY_FORM, QUALITY_SECTIONS, stepOf } from './qualityView.tsx'

const TOUCHES = ['/admin/system/org/licence']

/** 资质档案详情, 资质档案审核. Catalog §6.4. */
export default function QualityPage() {
  const id = Number(useParams().id)
  return (
    <DocumentPage
      of={companyQuality}
      states={qualityStates}
      calls={qualityCalls}
      id={id}
      sections={QUALITY_SECTIONS}
      name={(row) => row.qualityNo}
      states2={(row) => [stepOf(row)]}
      actions={QUALITY_ACTS}
      edit={(row) => `${QUALITY_FORM}/${row.id}`}
      back="/company/quality"
      touches={TOUCHES}
      parts={(row) => [{ key: 'licences', label: '证照', content: <LicenceLines licences={row.licences} /> }]}
    />
  )
}
