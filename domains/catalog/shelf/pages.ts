import type { ComponentType } from 'react'
import { screensOf } from '#kit/shared/documentPages.ts'
import { type Page, page, unlisted } from '#kit/shared/pages.ts'

const apply = screensOf(() => import('./showApply.screens.tsx'))
const edit = screensOf(() => import('./productEdit.screens.tsx'))
const commonInfo = () => import('./CommonInfo.tsx')

/** The pages of records of one kind: of the pages of all they highlight the list these stand in. */
function recordsOf(type: string, pick: (file: Awaited<ReturnType<typeof commonInfo>>) => ComponentType): Page[] {
  const screen = () => commonInfo().then((file) => ({ default: pick(file) }))
  return [
    unlisted('login', '商品通用详情', `/store/common/info/${type}/:id?`, screen),
    unlisted('login', '商品通用审核', `/store/common/examine/${type}/:id?`, screen),
  ]
}

/** The records of products, decided and read from the list of products. Catalog §3.4. */
export const productRecords = recordsOf('product', (file) => file.ProductRecord)

/** To-dos of five kinds lead to their pages; what is shown asks for the rights of its kind. */
const anyRecord = { hidden: true, permission: 'login' }

/** Documents around the shelf, channel listings and the pools. Catalog §3.3–3.5. */
export const shelfPages = [
  page('store.applyForShow', '上架申请', '/store/applyForShow', apply.List, {
    sort: 68,
    behind: [
      page('store.addApplyForShow', '新增上架申请', '/store/addApplyForShow/:id?', apply.Form, { adds: 'admin:product:showApply:save' }),
      unlisted('admin:product:showApply:print', '打印上架申请', '/store/applyForShow/print', apply.Print),
      ...recordsOf('show', (file) => file.ApplyRecord),
    ],
  }),
  page('store.storeproductedit', '商品资料修改', '/store/storeproductedit', edit.List, {
    sort: 66,
    behind: [
      page('store.addStoreProductEdit', '新增商品资料修改', '/store/addStoreProductEdit', edit.Form, { adds: 'admin:product:productEdit:save' }),
      unlisted('admin:product:productEdit:print', '打印商品资料修改', '/store/storeproductedit/print', edit.Print),
      ...recordsOf('edit', (file) => file.EditRecord),
    ],
  }),
  page('store.upanddownshelves', '商品上下架', '/store/upanddownshelves', () => import('./UpAndDownShelves.tsx'), { sort: 64 }),
  page('store.sale', '可售商品', '/store/sale', () => import('./SaleList.tsx'), {
    sort: 62,
    behind: [page('store.infoSale', '可售商品详情', '/store/infoSale/:id?', () => import('./SaleInfo.tsx'))],
  }),
  page('store.payproduct', '付费商品', '/store/payproduct', () => import('./PoolList.tsx').then((file) => ({ default: file.PayProducts })), {
    sort: 56,
    behind: recordsOf('pay', (file) => file.PayRecord),
  }),
  page(
    'store.integralProduct',
    '积分商品',
    '/store/integralProduct',
    () => import('./PoolList.tsx').then((file) => ({ default: file.IntegralProducts })),
    {
      sort: 54,
      behind: recordsOf('integral', (file) => file.IntegralRecord),
    },
  ),
  page('store.common.info', '商品通用详情', '/store/common/info/:type?/:id?', commonInfo, anyRecord),
  page('store.common.examine', '商品通用审核', '/store/common/examine/:type?/:id?', commonInfo, anyRecord),
]
