import type { TaskFormProps } from '#domains/workflow/workflow.pickers.tsx'
import { DocumentTask } from '#kit/web/document/documentTask.tsx'
import { supplierCalls } from './supplier.calls.ts'
import { supplier } from './supplier.entity.ts'
import { SUPPLIER_SECTIONS } from './supplierPage.ts'

/** A supplier on the page of an approval task. Workflow §4. */
export default function SupplierTask({ businessId }: TaskFormProps) {
  return <DocumentTask of={supplier} info={supplierCalls.info} sections={SUPPLIER_SECTIONS} id={businessId} />
}
