import { categoryCalls } from '#domains/settings/settings.shared.ts'
import { button, joinFacts, type MenuButton, type MenuNode, type RoomFacts } from '#kit/shared/room.ts'
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
import { shelfFacts, shelfMenus } from './shelf/shelf.part.ts'

type MasterCalls = typeof unitCalls | typeof brandCalls | typeof sapWmsGroupCalls | typeof productParamCalls

/** The list page of a master: reading belongs to the page, each kind of change to a button. */
function masterPage(key: string, name: string, path: string, sort: number, calls: MasterCalls): MenuNode {
  return {
    key,
    name,
    path,
    sort,
    permissions: [calls.list.permission, calls.info.permission],
    buttons: [
      button('新增', calls.save),
      button('编辑', calls.update),
      button('启用/停用', calls.status),
      button('删除', calls.remove),
      button('导出', calls.exportRows),
    ],
  }
}

/** A form page, reached from its list. */
function formPage(key: string, name: string, path: string, activeMenu: string, sort = 0): MenuNode {
  return { key, name, path, activeMenu, hidden: true, sort }
}

const cost: MenuButton = { name: '查看成本', permissions: [COST] }

function categoryPage(key: string, name: string, path: string, sort: number): MenuNode {
  return {
    key,
    name,
    path,
    sort,
    permissions: [categoryCalls.list.permission, categoryCalls.info.permission],
    buttons: [
      button('新增', categoryCalls.save),
      button('编辑', categoryCalls.update),
      button('启用/停用', categoryCalls.updateStatus),
      button('删除', categoryCalls.remove),
      { name: '导入', permissions: ['admin:category:import'] },
    ],
  }
}

const repository: MenuNode = {
  key: 'storerepo',
  name: '商品库',
  icon: 'DatabaseOutlined',
  sort: 950,
  children: [
    {
      key: 'storerepo.product',
      name: '商品库商品',
      path: '/storerepo/product',
      sort: 90,
      permissions: [
        repoCalls.list.permission,
        repoCalls.tabs.permission,
        repoCalls.info.permission,
        historyCalls.log.permission,
        storeCalls.isExist.permission,
      ],
      buttons: [
        button('新增', repoCalls.save),
        button('编辑', repoCalls.update),
        button('复制', repoCalls.copy),
        button('导入', storeCalls.importSheet),
        button('提交', repoCalls.submit),
        button('撤回', repoCalls.withdraw),
        button('审核', historyCalls.examine, historyCalls.examineInfo),
        button('启用/停用', repoCalls.status),
        button('仓储资料', storeCalls.wms),
        button('删除', repoCalls.remove),
        button('导出', repoCalls.exportRows),
        button('打印条码', repoCalls.barcodes),
        cost,
      ],
    },
    formPage(
      'storerepo.product.form',
      '商品库商品资料',
      '/storerepo/repolist/creatProduct/:id?/:isDisabled?',
      '/storerepo/product',
    ),
    formPage('storerepo.product.barcodePrint', '标签打印', LABELS, '/storerepo/product'),
    categoryPage('storerepo.category', '商品库分类', '/storerepo/category', 80),
    masterPage('storerepo.brand', '品牌管理', '/storerepo/brand', 70, brandCalls),
    formPage(
      'storerepo.brand.form',
      '品牌资料',
      '/storerepo/brand/addBrand/:id?/:isDisabled?',
      '/storerepo/brand',
    ),
    masterPage('storerepo.unit', '计量单位', '/storerepo/unit', 60, unitCalls),
    masterPage('storerepo.sapWmsGroup', 'SAP仓储分组', '/storerepo/sapWmsGroup', 50, sapWmsGroupCalls),
    formPage(
      'storerepo.sapWmsGroup.form',
      'SAP仓储分组资料',
      '/storerepo/sapWmsGroup/addWmsGroup/:id?/:isDisabled?',
      '/storerepo/sapWmsGroup',
    ),
  ],
}

const centre: MenuNode = {
  key: 'store',
  name: '商品中心',
  icon: 'ShopOutlined',
  sort: 940,
  children: [
    {
      key: 'store.index',
      name: '商品列表',
      path: '/store/index',
      sort: 90,
      permissions: [
        storeCalls.list.permission,
        storeCalls.tabs.permission,
        storeCalls.info.permission,
        storeCalls.search.permission,
        storeCalls.attrValues.permission,
        storeCalls.stringify.permission,
        storeCalls.isExist.permission,
        storeCalls.priceHistory.permission,
        historyCalls.log.permission,
      ],
      buttons: [
        button('添加商品', storeCalls.save),
        button('编辑', storeCalls.update),
        button('审核', historyCalls.examine, historyCalls.examineInfo),
        button('上架', storeCalls.putOnShell, storeCalls.putOnSkus),
        button('下架', storeCalls.offShell, storeCalls.offSkus),
        button('违规下架', storeCalls.violation),
        button('解除违规', storeCalls.release),
        button('删除', storeCalls.remove),
        button('恢复', storeCalls.restore, storeCalls.recover),
        button('批量导入', storeCalls.importSheet),
        button('导出', storeCalls.exportRows),
        button('打印条码', repoCalls.barcodes),
        cost,
      ],
    },
    formPage('store.creatStore', '添加商品', '/store/creatStore', '/store/index'),
    formPage('store.product.edit', '编辑商品', '/store/product/edit/:id?/:isDisabled?', '/store/index'),
    formPage('store.product.info', '商品详情', '/store/product/info/:id?', '/store/index'),
    categoryPage('store.sort', '商品分类', '/store/sort', 80),
    {
      key: 'store.attr',
      name: '商品规格',
      path: '/store/attr',
      sort: 70,
      permissions: [ruleCalls.list.permission],
      buttons: [
        button('新增', ruleCalls.save),
        button('编辑', ruleCalls.update),
        button('删除', ruleCalls.remove),
      ],
    },
    masterPage('store.productParam', '商品参数', '/store/productParam', 60, productParamCalls),
    formPage('store.productParam.form', '商品参数资料', '/store/addproductParam/:id?', '/store/productParam'),
  ],
}

const parts = joinFacts(priceFacts, shelfFacts, offerFacts, demandFacts)
const partMenus = [...priceMenus, ...shelfMenus, ...offerMenus, ...demandMenus]

/** The pages of a group; the key of a page begins with the group it stands in. */
const under = (group: string): MenuNode[] => partMenus.filter((node) => node.key.startsWith(`${group}.`))

const prices: MenuNode = {
  key: 'price',
  name: '价格管理',
  icon: 'TagsOutlined',
  sort: 930,
  children: under('price'),
}
const purpose: MenuNode = {
  key: 'purpose',
  name: '意向管理',
  icon: 'BulbOutlined',
  sort: 920,
  children: under('purpose'),
}

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
    repository,
    { ...centre, children: [...(centre.children ?? []), ...under('store')] },
    ...[prices, purpose].filter((group) => (group.children ?? []).length > 0),
  ],
}
