import { lazy } from 'react'
import { declareTaskForm } from '#domains/workflow/workflow.pickers.tsx'
import { lazyInput } from '#kit/web/lazyInput.tsx'
import { declareRefOptions } from '#kit/web/refs.ts'
import { joinWeb, type RoomWeb } from '#kit/web/room.ts'
import { demandWeb } from './demand/demand.part.web.tsx'
import { brandCalls, productParamCalls, sapWmsGroupCalls, unitCalls } from './masters/masters.calls.ts'
import { offerWeb } from './offer/offer.part.web.tsx'
import { priceWeb } from './price/price.part.web.tsx'
import { storeCalls } from './product/product.calls.ts'
import { shelfWeb } from './shelf/shelf.part.web.tsx'

const parts = joinWeb(priceWeb, shelfWeb, offerWeb, demandWeb)

/** The screens of the room, alphabetically. Catalog §1.3. */
export const catalogWeb: RoomWeb = {
  name: 'catalog',
  badges: {
    ...parts.badges,
    '/storerepo/product': lazy(() => import('./product/WaitingBadge.tsx')),
  },
  routes: [
    ...parts.routes,
    {
      path: '/store/addproductParam/:id?',
      title: '商品参数资料',
      activeMenu: '/store/productParam',
      lazy: () => import('./masters/ProductParamForm.tsx'),
    },
    { path: '/store/attr', title: '商品规格', lazy: () => import('./rule/RuleList.tsx') },
    {
      path: '/store/creatStore',
      title: '添加商品',
      activeMenu: '/store/index',
      lazy: () => import('./product/CreatStore.tsx'),
    },
    { path: '/store/index', title: '商品列表', lazy: () => import('./product/StoreList.tsx') },
    {
      path: '/store/priceListPrint',
      title: '打印价目表',
      permission: 'admin:store:product:list',
      activeMenu: '/store/index',
      lazy: () => import('./product/PriceListPrint.tsx'),
    },
    {
      path: '/store/product/edit/:id?/:isDisabled?',
      title: '编辑商品',
      activeMenu: '/store/index',
      lazy: () => import('./product/CreatStore.tsx'),
    },
    {
      path: '/store/product/info/:id?',
      title: '商品详情',
      activeMenu: '/store/index',
      lazy: () => import('./product/ProductInfo.tsx'),
    },
    { path: '/store/productParam', title: '商品参数', lazy: () => import('./masters/ProductParamList.tsx') },
    { path: '/store/sort', title: '商品分类', lazy: () => import('./masters/StoreCategories.tsx') },
    { path: '/storerepo/brand', title: '品牌管理', lazy: () => import('./masters/BrandList.tsx') },
    {
      path: '/storerepo/brand/addBrand/:id?/:isDisabled?',
      title: '品牌资料',
      activeMenu: '/storerepo/brand',
      lazy: () => import('./masters/BrandForm.tsx'),
    },
    { path: '/storerepo/category', title: '商品库分类', lazy: () => import('./masters/RepoCategories.tsx') },
    { path: '/storerepo/product', title: '商品库商品', lazy: () => import('./product/RepoList.tsx') },
    {
      path: '/storerepo/product/barcodePrint',
      title: '标签打印',
      // Both lists lead here.
      permission: 'admin:storerepo:product:print:barcode',
      activeMenu: '/storerepo/product',
      lazy: () => import('./product/LabelPrint.tsx'),
    },
    {
      path: '/storerepo/repolist/creatProduct/:id?/:isDisabled?',
      title: '商品库商品资料',
      activeMenu: '/storerepo/product',
      lazy: () => import('./product/CreatProduct.tsx'),
    },
    {
      path: '/storerepo/sapWmsGroup',
      title: 'SAP仓储分组',
      lazy: () => import('./masters/SapWmsGroupList.tsx'),
    },
    {
      path: '/storerepo/sapWmsGroup/addWmsGroup/:id?/:isDisabled?',
      title: 'SAP仓储分组资料',
      activeMenu: '/storerepo/sapWmsGroup',
      lazy: () => import('./masters/SapWmsGroupForm.tsx'),
    },
    { path: '/storerepo/unit', title: '计量单位', lazy: () => import('./masters/UnitList.tsx') },
  ],
  register() {
    parts.register()
    declareRefOptions('brand', { call: brandCalls.all, title: '品牌' })
    declareRefOptions('product', {
      call: storeCalls.stringify,
      optionsOf: ({ list }) => list.map(({ id, productName }) => ({ value: id, label: productName })),
      title: '商品',
      Input: lazyInput(() =>
        import('./product/ProductInput.tsx').then((file) => ({ default: file.ProductInput })),
      ),
    })
    declareRefOptions('productParam', { call: productParamCalls.all, title: '商品参数' })
    declareRefOptions('sku', {
      call: storeCalls.attrValues,
      optionsOf: ({ list }) =>
        list.map(({ id, productName, suk, skuCode }) => ({
          value: id,
          label: [productName, suk, skuCode].filter((part) => part !== '').join(' '),
        })),
      title: '规格',
    })
    declareRefOptions('sapWmsGroup', { call: sapWmsGroupCalls.all, title: 'SAP仓储分组' })
    declareTaskForm(
      'product',
      lazy(() => import('./product/ProductTask.tsx')),
    )
    declareRefOptions('unit', { call: unitCalls.all, title: '计量单位' })
  },
}
