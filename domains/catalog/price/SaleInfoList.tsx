import { PriceDocumentList } from './priceUi.tsx'
import { saleInfoUi } from './saleInfo.ui.ts'

/** 商品销售信息. Catalog §4.2. */
export default function SaleInfoList() {
  return <PriceDocumentList ui={saleInfoUi} />
}
