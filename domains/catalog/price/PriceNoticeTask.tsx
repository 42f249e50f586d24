import type { TaskFormProps } from '#domains/workflow/workflow.pickers.tsx'
import { priceNoticeUi } from './priceNotice.ui.tsx'
import { PriceDocumentTask } from './priceUi.tsx'

export default function PriceNoticeTask({ businessId }: TaskFormProps) {
  return <PriceDocumentTask ui={priceNoticeUi} id={businessId} />
}
