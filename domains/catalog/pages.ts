import { directory, type Page, page, unlisted } from '#kit/shared/pages.ts'
import { contentPages, purposePages } from './demand/pages.ts'
import { offerPages } from './offer/pages.ts'
import { pricePages } from './price/pages.ts'
import { productRecords, shelfPages } from './shelf/pages.ts'

const repoPages = [
  page('storerepo.product', '商品库商品', '/storerepo/product', () => import('./product/RepoList.tsx'), {
    sort: 90,
    behind: [
      page(
        'storerepo.product.form',
        '商品库商品资料',
        '/storerepo/repolist/creatProduct/:id?/:isDisabled?',
        () => import('./product/CreatProduct.tsx'),
        { adds: 'admin:storerepo:product:save' },
      ),
      page('storerepo.product.barcodePrint', '标签打印', '/storerepo/product/barcodePrint', () => import('./product/LabelPrint.tsx'), {
        // The list of the shop leads here too.
        permission: 'admin:storerepo:product:print:barcode',
      }),
    ],
  }),
  page('storerepo.category', '商品库分类', '/storerepo/category', () => import('./masters/RepoCategories.tsx'), { sort: 80 }),
  page('storerepo.brand', '品牌管理', '/storerepo/brand', () => import('./masters/BrandList.tsx'), {
    sort: 70,
    behind: [
      unlisted('admin:product:brand:info', '品牌详情', '/storerepo/brand/info/:id', () => import('./masters/BrandInfo.tsx')),
      page('storerepo.brand.form', '品牌资料', '/storerepo/brand/addBrand/:id?/:isDisabled?', () => import('./masters/BrandForm.tsx'), {
        adds: 'admin:product:brand:save',
      }),
    ],
  }),
  page('storerepo.unit', '计量单位', '/storerepo/unit', () => import('./masters/unit.master.ts'), { sort: 60 }),
  page('storerepo.sapWmsGroup', 'SAP仓储分组', '/storerepo/sapWmsGroup', () => import('./masters/SapWmsGroupList.tsx'), {
    sort: 50,
    behind: [
      page(
        'storerepo.sapWmsGroup.form',
        'SAP仓储分组资料',
        '/storerepo/sapWmsGroup/addWmsGroup/:id?/:isDisabled?',
        () => import('./masters/SapWmsGroupForm.tsx'),
        { adds: 'admin:product:sapWmsGroup:save' },
      ),
    ],
  }),
]

const storePages = [
  page('store.index', '商品列表', '/store/index', () => import('./product/StoreList.tsx'), {
    sort: 90,
    behind: [
      page('store.creatStore', '添加商品', '/store/creatStore', () => import('./product/CreatStore.tsx'), { adds: 'admin:store:product:save' }),
      page('store.product.edit', '编辑商品', '/store/product/edit/:id?/:isDisabled?', () => import('./product/CreatStore.tsx')),
      page('store.product.info', '商品详情', '/store/product/info/:id?', () => import('./product/ProductInfo.tsx')),
      unlisted('admin:store:product:list', '打印价目表', '/store/priceListPrint', () => import('./product/PriceListPrint.tsx')),
      ...productRecords,
    ],
  }),
  page('store.sort', '商品分类', '/store/sort', () => import('./masters/StoreCategories.tsx'), { sort: 80 }),
  page('store.attr', '商品规格', '/store/attr', () => import('./rule/RuleList.tsx'), { sort: 70 }),
  page('store.productParam', '商品参数', '/store/productParam', () => import('./masters/ProductParamList.tsx'), {
    sort: 60,
    behind: [
      page('store.productParam.form', '商品参数资料', '/store/addproductParam/:id?', () => import('./masters/ProductParamForm.tsx'), {
        adds: 'admin:product:param:save',
      }),
    ],
  }),
]

/** The pages of the room. Catalog §1.3. */
const pages: readonly Page[] = [
  directory('storerepo', '商品库', { icon: 'DatabaseOutlined', sort: 950 }, repoPages),
  directory('store', '商品中心', { icon: 'ShopOutlined', sort: 940 }, [...storePages, ...shelfPages, ...offerPages, ...contentPages]),
  directory('price', '价格管理', { icon: 'TagsOutlined', sort: 930 }, pricePages),
  directory('purpose', '意向管理', { icon: 'FundOutlined', sort: 920 }, purposePages),
]

export default pages
