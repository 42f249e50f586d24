import { PriceDocumentPage } from './priceUi.tsx'
import { saleInfoUi } from './saleInfo.ui.ts'

/** 商品销售信息详情, 审核. Catalog §4.2. */
export default function SaleInfoPage() {
  return <PriceDocumentPage ui={saleInfoUi} />
}
