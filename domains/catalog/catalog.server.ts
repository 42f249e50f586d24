import './catalog.tables.ts'
import { fileURLToPath } from 'node:url'
import { declareCategoryCounts } from '#domains/settings/settings.door.ts'
import { declareBinding } from '#domains/workflow/workflow.door.ts'
import { declareFileTask } from '#kit/server/fileTask.ts'
import { declareEntityRef, declareUse } from '#kit/server/refs.ts'
import type { RoomServer } from '#kit/server/room.ts'
import { catalogFacts } from './catalog.shared.ts'
import { seedMasters } from './masters/masters.seed.server.ts'
import {
  brandHandlers,
  paramTemplateServed,
  productParamHandlers,
  sapWmsGroupHandlers,
  unitHandlers,
} from './masters/masters.server.ts'
import { productFigures } from './product/figures.server.ts'
import { historyServed } from './product/history.server.ts'
import { product } from './product/product.entity.ts'
import { productBinding } from './product/productProcess.server.ts'
import { categoryUses, countByCategory, unitUses, usesByColumn } from './product/productUse.server.ts'
import { repoExport, repoServed } from './product/repo.server.ts'
import { storeExport, storeServed } from './product/store.server.ts'
import { productImport } from './productImport/productImport.server.ts'
import { skuImport } from './productImport/skuImport.server.ts'
import { ruleServed } from './rule/rule.server.ts'

const masters = [unitHandlers, brandHandlers, sapWmsGroupHandlers, productParamHandlers]

export const catalogRoom: RoomServer = {
  facts: catalogFacts,
  migrations: fileURLToPath(new URL('./migrations', import.meta.url)),
  served: [
    ...masters.flatMap((one) => one.served),
    paramTemplateServed,
    ...ruleServed,
    ...storeServed,
    ...repoServed,
    ...historyServed,
  ],
  tasks: [...masters.map((one) => one.exporting), repoExport, storeExport, skuImport],
  jobs: [productFigures],
  register({ db }) {
    declareFileTask(productImport(db))
    const enabled = { column: 'status', value: 1 }
    declareEntityRef('unit', 'unitName', enabled)
    declareEntityRef('brand', 'brandName', enabled)
    declareEntityRef('sapWmsGroup', 'groupName', enabled)
    declareEntityRef('productParam', 'paramName', enabled)
    declareEntityRef('product', 'storeName')
    declareEntityRef('sku', 'suk')
    declareUse('unit', unitUses)
    declareUse('brand', usesByColumn('brandId'))
    declareUse('sapWmsGroup', usesByColumn('wmsGroupId'))
    declareUse('shippingTemplate', usesByColumn('tempId'))
    declareUse('category', categoryUses)
    declareCategoryCounts(countByCategory)
    declareBinding(product.name, productBinding)
  },
  seed: (tx) => seedMasters(tx),
}
