import type { TaskFormProps } from '#domains/workflow/workflow.pickers.tsx'
import { DocumentTask } from '#kit/web/document/documentTask.tsx'
import { qualityCalls } from './licence.calls.ts'
import { companyQuality } from './quality.entity.ts'
import { QUALITY_SECTIONS } from './qualityView.tsx'

const SECTIONS = [...QUALITY_SECTIONS, { title: '证照', fields: ['licences'] }]

/** A qualification file on the page of an approval task. Workflow §4. */
export default function QualityTask({ businessId }: TaskFormProps) {
  return <DocumentTask id={businessId} of={companyQuality} info={qualityCalls.info} sections={SECTIONS} />
}
