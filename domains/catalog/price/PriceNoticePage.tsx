import { priceNoticeUi } from './priceNotice.ui.tsx'
import { PriceDocumentPage } from './priceUi.tsx'

/** 价格通知单详情, 审核. Catalog §4.2. */
export default function PriceNoticePage() {
  return <PriceDocumentPage ui={priceNoticeUi} />
}
