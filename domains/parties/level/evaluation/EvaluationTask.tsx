import type { TaskFormProps } from '#domains/workflow/workflow.pickers.tsx'
import { DocumentTask } from '#kit/web/document/documentTask.tsx'
import { evaluateCalls } from './evaluation.calls.ts'
import { orgEvaluation } from './evaluation.entity.ts'
import { SECTIONS } from './evaluationSections.ts'

/** An evaluation on the page of an approval task. Workflow §4. */
export default function EvaluationTask({ businessId }: TaskFormProps) {
  return <DocumentTask of={orgEvaluation} info={evaluateCalls.info} id={businessId} sections={SECTIONS} />
}
