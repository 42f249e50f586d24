import type { RoomRoute } from '#kit/web/room.ts'
import demand from './demand/demand.part.screens.tsx'
import offer from './offer/offer.part.screens.tsx'
import price from './price/price.part.screens.tsx'
import shelf from './shelf/shelf.part.screens.tsx'

/** The screens of the room, alphabetically. Catalog §1.3. */
const screens: readonly RoomRoute[] = [
  ...price,
  ...shelf,
  ...offer,
  ...demand,
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
]

export default screens
