import type { TaskFormProps } from '#domains/workflow/workflow.pickers.tsx'
import { DocumentTask } from '#kit/web/document/documentTask.tsx'
import { companyCalls } from './company.calls.ts'
import { company } from './company.entity.ts'
import { COMPANY_SECTIONS } from './companySections.ts'

/** A company on the page of an approval task. Workflow §4. */
export default function CompanyTask({ businessId }: TaskFormProps) {
  return <DocumentTask of={company} info={companyCalls.info} sections={COMPANY_SECTIONS} id={businessId} />
}
