import { basePriceUi } from './basePrice.ui.ts'
import { PriceDocumentList } from './priceUi.tsx'

/** 商品基础价格. Catalog §4.2. */
export default function BasePriceList() {
  return <PriceDocumentList ui={basePriceUi} />
}
