import type { TaskFormProps } from '#domains/workflow/workflow.pickers.tsx'
import { basePriceUi } from './basePrice.ui.ts'
import { PriceDocumentTask } from './priceUi.tsx'

export default function BasePriceTask({ businessId }: TaskFormProps) {
  return <PriceDocumentTask ui={basePriceUi} id={businessId} />
}
