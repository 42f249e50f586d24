import { categoryCalls } from '#domains/settings/settings.shared.ts'
import {
  button,
  hiddenPage,
  joinFacts,
  type MenuButton,
  type MenuNode,
  menuGroup,
  menuPage,
  type RoomFacts,
} from '#kit/shared/room.ts'
import { demandFacts, demandMenus } from './demand/demand.part.ts'
import { brand } from './masters/brand.entity.ts'
import {
  brandCalls,
  paramTemplateCall,
  productParamCalls,
  sapWmsGroupCalls,
  unitCalls,
} from './masters/masters.calls.ts'
import { productParam } from './masters/productParam.entity.ts'
import { sapWmsGroup } from './masters/sapWmsGroup.entity.ts'
import { unit } from './masters/unit.entity.ts'
import { offerFacts, offerMenus } from './offer/offer.part.ts'
import { priceHistoryCall } from './price/price.calls.ts'
import { priceFacts, priceMenus } from './price/price.part.ts'
import { LABELS } from './product/labels.ts'
import { storeCalls } from './product/product.calls.ts'
import { product } from './product/product.entity.ts'
import { productChannel } from './product/productChannel.entity.ts'
import { productUnit } from './product/productUnit.entity.ts'
import { historyCalls, repoCalls } from './product/repo.calls.ts'
import { COST, sku } from './product/sku.entity.ts'
import { ruleCalls } from './rule/rule.calls.ts'
import { rule } from './rule/rule.entity.ts'
import { copyCalls } from './shelf/copy.calls.ts'
import { shelfFacts, shelfMenus } from './shelf/shelf.part.ts'

const cost: MenuButton = { name: '查看成本', permissions: [COST] }

const categoryFacts = {
  calls: categoryCalls,
  buttons: [
    button('启用/停用', categoryCalls.updateStatus),
    { name: '导入', permissions: ['admin:category:import'] },
  ],
}

const pages: readonly MenuNode[] = [
  menuPage('storerepo.product', '商品库商品', '/storerepo/product', {
    sort: 90,
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
  }),
  hiddenPage(
    'storerepo.product.form',
    '商品库商品资料',
    '/storerepo/repolist/creatProduct/:id?/:isDisabled?',
    '/storerepo/product',
  ),
  hiddenPage('storerepo.product.barcodePrint', '标签打印', LABELS, '/storerepo/product'),
  menuPage('storerepo.category', '商品库分类', '/storerepo/category', { sort: 80, ...categoryFacts }),
  menuPage('storerepo.brand', '品牌管理', '/storerepo/brand', { sort: 70, calls: brandCalls }),
  hiddenPage(
    'storerepo.brand.form',
    '品牌资料',
    '/storerepo/brand/addBrand/:id?/:isDisabled?',
    '/storerepo/brand',
  ),
  menuPage('storerepo.unit', '计量单位', '/storerepo/unit', { sort: 60, calls: unitCalls }),
  menuPage('storerepo.sapWmsGroup', 'SAP仓储分组', '/storerepo/sapWmsGroup', {
    sort: 50,
    calls: sapWmsGroupCalls,
    buttons: [button('推送SAP', sapWmsGroupCalls.pushSap)],
  }),
  hiddenPage(
    'storerepo.sapWmsGroup.form',
    'SAP仓储分组资料',
    '/storerepo/sapWmsGroup/addWmsGroup/:id?/:isDisabled?',
    '/storerepo/sapWmsGroup',
  ),
  menuPage('store.index', '商品列表', '/store/index', {
    sort: 90,
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
  }),
  hiddenPage('store.creatStore', '添加商品', '/store/creatStore', '/store/index'),
  hiddenPage('store.product.edit', '编辑商品', '/store/product/edit/:id?/:isDisabled?', '/store/index'),
  hiddenPage('store.product.info', '商品详情', '/store/product/info/:id?', '/store/index'),
  menuPage('store.sort', '商品分类', '/store/sort', { sort: 80, ...categoryFacts }),
  menuPage('store.attr', '商品规格', '/store/attr', { sort: 70, calls: ruleCalls }),
  menuPage('store.productParam', '商品参数', '/store/productParam', { sort: 60, calls: productParamCalls }),
  hiddenPage('store.productParam.form', '商品参数资料', '/store/addproductParam/:id?', '/store/productParam'),
  ...priceMenus,
  ...shelfMenus,
  ...offerMenus,
  ...demandMenus,
]

const parts = joinFacts(priceFacts, shelfFacts, offerFacts, demandFacts)

/** Doors §2, layer 12. */
export const catalogFacts: RoomFacts = {
  name: 'catalog',
  layer: 12,
  label: '商品',
  entities: [
    unit,
    brand,
    sapWmsGroup,
    productParam,
    rule,
    product,
    sku,
    productUnit,
    productChannel,
    ...parts.entities,
  ],
  calls: [
    ...parts.calls,
    ...Object.values(unitCalls),
    ...Object.values(brandCalls),
    ...Object.values(sapWmsGroupCalls),
    ...Object.values(productParamCalls),
    paramTemplateCall,
    ...Object.values(ruleCalls),
    ...Object.values(storeCalls),
    ...Object.values(repoCalls),
    ...Object.values(historyCalls),
  ],
  prefixes: parts.prefixes,
  menus: [
    menuGroup('storerepo', '商品库', 'DatabaseOutlined', 950, pages),
    menuGroup('store', '商品中心', 'ShopOutlined', 940, pages),
    menuGroup('price', '价格管理', 'TagsOutlined', 930, pages),
    menuGroup('purpose', '意向管理', 'FundOutlined', 920, pages),
  ],
}
