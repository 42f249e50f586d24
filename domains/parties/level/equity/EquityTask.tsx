import type { TaskFormProps } from '#domains/workflow/workflow.pickers.tsx'
import { DocumentTask } from '#kit/web/document/documentTask.tsx'
import { equityCalls } from './equity.calls.ts'
import { equityPlan } from './equity.entity.ts'
import { SECTIONS } from './equitySections.ts'

/** A plan on the page of an approval task. Workflow §4. */
export default function EquityTask({ businessId }: TaskFormProps) {
  return <DocumentTask of={equityPlan} info={equityCalls.info} id={businessId} sections={SECTIONS} />
}
