import { priceNoticeUi } from './priceNotice.ui.tsx'
import { PriceDocumentList } from './priceUi.tsx'

/** 价格通知单. Catalog §4.2. */
export default function PriceNoticeList() {
  return <PriceDocumentList ui={priceNoticeUi} />
}
