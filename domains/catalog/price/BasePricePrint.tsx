import { basePriceUi } from './basePrice.ui.ts'
import { PriceDocumentPrint } from './priceUi.tsx'

/** 商品基础价格打印. Catalog §4.2. */
export default function BasePricePrint() {
  return <PriceDocumentPrint ui={basePriceUi} />
}
