import type { TaskFormProps } from '#domains/workflow/workflow.pickers.tsx'
import { DocumentTask } from '#kit/web/document/documentTask.tsx'
import { APPLY_SECTIONS } from './documentFacts.tsx'
import { applyCalls } from './shelf.calls.ts'
import { showApply } from './showApply.entity.ts'

/** 上架申请 on the page of an approval task. */
export default function ShowApplyTask({ businessId }: TaskFormProps) {
  return <DocumentTask id={businessId} of={showApply} info={applyCalls.info} sections={APPLY_SECTIONS} />
}
