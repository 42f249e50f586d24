import './catalog.tables.ts'
import { fileURLToPath } from 'node:url'
import { declareCategoryCounts } from '#domains/settings/settings.door.ts'
import { declareBinding } from '#domains/workflow/workflow.door.ts'
import { declareCache } from '#kit/server/cache.ts'
import { declareDemo } from '#kit/server/demo.ts'
import { declareKeptColumns } from '#kit/server/keptRows.ts'
import { declareRecord } from '#kit/server/records.ts'
import { declareEntityRef, declareRef, declareUse } from '#kit/server/refs.ts'
import { joinServer, type RoomServer } from '#kit/server/room.ts'
import { serveMasters } from '#kit/server/standard.ts'
import { catalogMasters } from './catalog.masters.ts'
import { catalogFacts } from './catalog.shared.ts'
import { demandServer } from './demand/demand.part.server.ts'
import { fillGoods } from './demo/goods.server.ts'
import { fillCatalogDocuments, fillPrices } from './demo/prices.server.ts'
import { homeCards } from './home.server.ts'
import { brand } from './masters/brand.entity.ts'
import { brandMaster } from './masters/masters.calls.ts'
import { seedMasters } from './masters/masters.seed.server.ts'
import {
  brandServed,
  groupSapType,
  paramTemplateServed,
  productParamServed,
  sapWmsGroupPush,
  sapWmsGroupServed,
  unitServed,
} from './masters/masters.server.ts'
import { offerServer } from './offer/offer.part.server.ts'
import { priceServer } from './price/price.part.server.ts'
import { productFigures } from './product/figures.server.ts'
import { historyServed } from './product/history.server.ts'
import { priceEvent } from './product/price.server.ts'
import { storeCalls } from './product/product.calls.ts'
import { product } from './product/product.entity.ts'
import { productBinding } from './product/productProcess.server.ts'
import { productSapType } from './product/productSap.server.ts'
import {
  categoryUses,
  countByCategory,
  filedCache,
  unitUses,
  usesByColumn,
} from './product/productUse.server.ts'
import { repoExport, repoServed } from './product/repo.server.ts'
import { shelfEvent } from './product/shelfMove.server.ts'
import { sku } from './product/sku.entity.ts'
import { skuReference } from './product/skuReference.server.ts'
import { storeExport, storeServed } from './product/store.server.ts'
import { productImport } from './productImport/productImport.server.ts'
import { skuImport } from './productImport/skuImport.server.ts'
import { ruleServed } from './rule/rule.server.ts'
import { shelfServer } from './shelf/shelf.part.server.ts'

const masters = serveMasters(catalogMasters, unitServed, brandServed, sapWmsGroupServed, productParamServed)
const parts = joinServer(...masters, priceServer, shelfServer, offerServer, demandServer)

export const catalogRoom: RoomServer = {
  facts: catalogFacts,
  migrations: fileURLToPath(new URL('./migrations', import.meta.url)),
  served: [
    ...parts.served,
    paramTemplateServed,
    sapWmsGroupPush,
    ...ruleServed,
    ...storeServed,
    ...repoServed,
    ...historyServed,
  ],
  tasks: [productImport, repoExport, storeExport, skuImport, ...parts.tasks],
  jobs: [productFigures, ...parts.jobs],
  consumers: parts.consumers,
  registers: [
    declareEntityRef('product', 'storeName'),
    ...homeCards,
    declareRecord({
      of: product,
      read: storeCalls.info,
      page: '/store/product/info/{id}',
      name: 'storeName',
      code: 'productCode',
    }),
    declareRecord({ of: brand, read: brandMaster.calls.info, page: '/storerepo/brand/info/{id}' }),
    declareRef('sku', skuReference),
    declareKeptColumns(product, [
      'productCode',
      'storeName',
      'image',
      'unitId',
      'cateId',
      'brandId',
      'productKind',
    ]),
    declareKeptColumns(sku, ['productId', 'skuCode', 'suk', 'barCode', 'image']),
    declareUse('unit', unitUses),
    declareUse('brand', usesByColumn('brandId')),
    declareUse('sapWmsGroup', usesByColumn('wmsGroupId')),
    declareUse('shippingTemplate', usesByColumn('tempId')),
    declareUse('category', categoryUses),
    declareCache(filedCache),
    declareCategoryCounts(countByCategory),
    declareBinding(product.name, productBinding),
    declareDemo('masters', fillGoods),
    declareDemo('masters', fillPrices),
    declareDemo('documents', fillCatalogDocuments),
    productSapType,
    groupSapType,
    shelfEvent,
    priceEvent,
    ...parts.registers,
  ],
  async seed(tx, context) {
    await seedMasters(tx)
    await parts.seed(tx, context)
  },
}
