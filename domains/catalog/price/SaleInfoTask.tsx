import type { TaskFormProps } from '#domains/workflow/workflow.pickers.tsx'
import { PriceDocumentTask } from './priceUi.tsx'
import { saleInfoUi } from './saleInfo.ui.ts'

export default function SaleInfoTask({ businessId }: TaskFormProps) {
  return <PriceDocumentTask ui={saleInfoUi} id={businessId} />
}
