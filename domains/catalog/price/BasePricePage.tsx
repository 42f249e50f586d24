import { basePriceUi } from './basePrice.ui.ts'
import { PriceDocumentPage } from './priceUi.tsx'

/** 商品基础价格详情, 审核. Catalog §4.2. */
export default function BasePricePage() {
  return <PriceDocumentPage ui={basePriceUi} />
}
