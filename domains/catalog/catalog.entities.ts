import { entitiesOf } from '#kit/shared/declareMaster.ts'
import { catalogMasters } from './catalog.masters.ts'
import { productImgLog } from './demand/productImgLog.entity.ts'
import { productReply } from './demand/productReply.entity.ts'
import { purposeFeedback, purposeProduct } from './demand/purpose.entity.ts'
import { productDirectory } from './offer/directory/productDirectory.entity.ts'
import { productQuota } from './offer/quota/productQuota.entity.ts'
import { productTag } from './offer/tag/productTag.entity.ts'
import { termsRelation, termsService } from './offer/terms/terms.entity.ts'
import { prodCateWarning } from './offer/warning/prodCateWarning.entity.ts'
import { basePrice } from './price/basePrice.entity.ts'
import { payerProduct } from './price/payerProduct.entity.ts'
import { priceNotice } from './price/priceNotice.entity.ts'
import { saleInfo } from './price/saleInfo.entity.ts'
import { salesChannel } from './price/salesChannel.entity.ts'
import { product } from './product/product.entity.ts'
import { productChannel } from './product/productChannel.entity.ts'
import { productUnit } from './product/productUnit.entity.ts'
import { sku } from './product/sku.entity.ts'
import { rule } from './rule/rule.entity.ts'
import { productIntegral, productVip } from './shelf/pool.entity.ts'
import { productEdit } from './shelf/productEdit.entity.ts'
import { showApply } from './shelf/showApply.entity.ts'

/** What the room stores with the fields that a person knows; its tables follow from them. Architecture §3. */
export const catalogEntities = [
  ...entitiesOf(catalogMasters),
  rule,
  product,
  sku,
  productUnit,
  productChannel,
  productReply,
  productImgLog,
  purposeProduct,
  purposeFeedback,
  productQuota,
  productDirectory,
  productTag,
  termsService,
  termsRelation,
  prodCateWarning,
  basePrice,
  saleInfo,
  priceNotice,
  salesChannel,
  payerProduct,
  showApply,
  productEdit,
  productVip,
  productIntegral,
] as const
