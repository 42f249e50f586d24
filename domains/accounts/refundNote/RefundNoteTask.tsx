import type { TaskFormProps } from '#domains/workflow/workflow.pickers.tsx'
import { DocumentTask } from '#kit/web/document/documentTask.tsx'
import { refundNoteCalls as calls } from './refundNote.calls.ts'
import { NOTE_CELLS } from './refundNote.cells.tsx'
import { refundNote } from './refundNote.entity.ts'
import { NOTE_IF_ANY, NOTE_SECTIONS } from './refundNote.facts.ts'

/** What a task of a process shows of a refund note. */
export default function RefundNoteTask({ businessId }: TaskFormProps) {
  return (
    <DocumentTask
      of={refundNote}
      info={calls.info}
      id={businessId}
      sections={NOTE_SECTIONS}
      cells={NOTE_CELLS}
      ifAny={NOTE_IF_ANY}
    />
  )
}
