import { priceNoticeUi } from './priceNotice.ui.tsx'
import { PriceDocumentPrint } from './priceUi.tsx'

/** 价格通知单打印. Catalog §4.2. */
export default function PriceNoticePrint() {
  return <PriceDocumentPrint ui={priceNoticeUi} />
}
