import type { TaskFormProps } from '#domains/workflow/workflow.pickers.tsx'
import { DocumentTask } from '#kit/web/document/documentTask.tsx'
import { EDIT_CELLS, EDIT_SECTIONS } from './documentFacts.tsx'
import { productEdit } from './productEdit.entity.ts'
import { editCalls } from './shelf.calls.ts'

/** 商品资料修改 on the page of an approval task. */
export default function ProductEditTask({ businessId }: TaskFormProps) {
  return (
    <DocumentTask
      id={businessId}
      of={productEdit}
      info={editCalls.info}
      sections={EDIT_SECTIONS}
      cells={EDIT_CELLS}
    />
  )
}
