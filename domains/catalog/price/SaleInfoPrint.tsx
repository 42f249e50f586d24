import { PriceDocumentPrint } from './priceUi.tsx'
import { saleInfoUi } from './saleInfo.ui.ts'

/** 商品销售信息打印. Catalog §4.2. */
export default function SaleInfoPrint() {
  return <PriceDocumentPrint ui={saleInfoUi} />
}
