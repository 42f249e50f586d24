import { categoryCalls } from '#domains/settings/settings.shared.ts'
import { mastersFacts } from '#kit/shared/declareMaster.ts'
import { button, joinFacts, type MenuButton, type RoomFacts } from '#kit/shared/room.ts'
import { catalogEntities } from './catalog.entities.ts'
import { catalogMasters } from './catalog.masters.ts'
import { demandFacts } from './demand/demand.part.ts'
import { paramTemplateCall, sapWmsGroupMaster } from './masters/masters.calls.ts'
import { offerFacts } from './offer/offer.part.ts'
import pages from './pages.ts'
import { priceHistoryCall } from './price/price.calls.ts'
import { priceFacts } from './price/price.part.ts'
import { storeCalls } from './product/product.calls.ts'
import { historyCalls, repoCalls } from './product/repo.calls.ts'
import { COST } from './product/sku.entity.ts'
import { ruleCalls } from './rule/rule.calls.ts'
import { copyCalls } from './shelf/copy.calls.ts'
import { shelfFacts } from './shelf/shelf.part.ts'

const cost: MenuButton = { name: '查看成本', permissions: [COST] }

const categoryFacts = {
  calls: categoryCalls,
  buttons: [
    button('启用/停用', categoryCalls.updateStatus),
    { name: '导入', permissions: ['admin:category:import'] },
  ],
}

const masters = mastersFacts(catalogMasters, {
  sapWmsGroup: { buttons: [button('推送SAP', sapWmsGroupMaster.calls.pushSap)] },
})
const parts = joinFacts(masters, priceFacts, shelfFacts, offerFacts, demandFacts)

/** What a product is to the rooms that store and ship it. Catalog §2.3, §2.4. */
export { ABC_CLASSES, product } from './product/product.entity.ts'
export { unitLine } from './product/product.form.shared.ts'

/** Doors §2, layer 12. */
export const catalogFacts: RoomFacts = {
  name: 'catalog',
  layer: 12,
  label: '商品',
  entities: catalogEntities,
  calls: [
    ...parts.calls,
    paramTemplateCall,
    ...Object.values(ruleCalls),
    ...Object.values(storeCalls),
    ...Object.values(repoCalls),
    ...Object.values(historyCalls),
  ],
  prefixes: parts.prefixes,
  pages,
  rights: {
    ...parts.rights,
    'storerepo.product': {
      calls: repoCalls,
      reads: [repoCalls.tabs, historyCalls.log, storeCalls.isExist],
      buttons: [
        button('复制', repoCalls.copy),
        button('推送SAP', repoCalls.pushSap),
        button('导入', storeCalls.importSheet),
        button('审核', historyCalls.examine, historyCalls.examineInfo),
        button('仓储资料', storeCalls.wms),
        button('打印条码', repoCalls.barcodes),
        cost,
      ],
    },
    'storerepo.category': { ...categoryFacts },
    'store.index': {
      calls: storeCalls,
      reads: [
        storeCalls.tabs,
        storeCalls.search,
        storeCalls.attrValues,
        storeCalls.stringify,
        storeCalls.isExist,
        priceHistoryCall,
        historyCalls.log,
      ],
      labels: { save: '添加商品', importSheet: '批量导入' },
      buttons: [
        button('商品采集与复制', copyCalls.copyProduct, copyCalls.copyConfig),
        button('审核', historyCalls.examine, historyCalls.examineInfo),
        button('上架', storeCalls.putOnShell, storeCalls.putOnSkus),
        button('下架', storeCalls.offShell, storeCalls.offSkus),
        button('违规下架', storeCalls.violation),
        button('解除违规', storeCalls.release),
        button('恢复', storeCalls.restore, storeCalls.recover, storeCalls.deleted),
        button('打印条码', repoCalls.barcodes),
        cost,
      ],
    },
    'store.sort': { ...categoryFacts },
    'store.attr': { calls: ruleCalls },
  },
}
