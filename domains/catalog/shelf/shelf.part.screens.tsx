import type { ComponentType } from 'react'
import type { RoomRoute } from '#kit/web/room.ts'

const RECORD_PAGES = [
  ['info', '商品通用详情'],
  ['examine', '商品通用审核'],
] as const

/** The pages of records of one kind: of the pages of all they highlight the list these stand in. */
function recordsOf(
  type: string,
  activeMenu: string,
  page: (file: typeof import('./CommonInfo.tsx')) => ComponentType,
): RoomRoute[] {
  return RECORD_PAGES.map(([mode, title]) => ({
    path: `/store/common/${mode}/${type}/:id?`,
    title,
    permission: 'login',
    activeMenu,
    lazy: () => import('./CommonInfo.tsx').then((file) => ({ default: page(file) })),
  }))
}

/** Documents around the shelf, channel listings and the pools. Catalog §3.3–3.5. */
const screens: readonly RoomRoute[] = [
  {
    path: '/store/addApplyForShow/:id?',
    title: '新增上架申请',
    activeMenu: '/store/applyForShow',
    lazy: () => import('./ShowApplyForm.tsx'),
  },
  {
    path: '/store/addStoreProductEdit',
    title: '新增商品资料修改',
    activeMenu: '/store/storeproductedit',
    lazy: () => import('./ProductEditForm.tsx'),
  },
  { path: '/store/applyForShow', title: '上架申请', lazy: () => import('./ShowApplyList.tsx') },
  {
    path: '/store/applyForShow/print',
    title: '打印上架申请',
    permission: 'admin:product:showApply:print',
    activeMenu: '/store/applyForShow',
    lazy: () => import('./ShowApplyPrint.tsx'),
  },
  ...recordsOf('show', '/store/applyForShow', (file) => file.ApplyRecord),
  ...recordsOf('edit', '/store/storeproductedit', (file) => file.EditRecord),
  ...recordsOf('pay', '/store/payproduct', (file) => file.PayRecord),
  ...recordsOf('integral', '/store/integralProduct', (file) => file.IntegralRecord),
  ...RECORD_PAGES.map(([mode, title]) => ({
    path: `/store/common/${mode}/:type?/:id?`,
    title,
    // To-dos of five kinds lead here; what is shown asks for the rights of its kind.
    permission: 'login',
    activeMenu: '/store/index',
    lazy: () => import('./CommonInfo.tsx'),
  })),
  {
    path: '/store/infoSale/:id?',
    title: '可售商品详情',
    activeMenu: '/store/sale',
    lazy: () => import('./SaleInfo.tsx'),
  },
  {
    path: '/store/integralProduct',
    title: '积分商品',
    lazy: () => import('./PoolList.tsx').then((file) => ({ default: file.IntegralProducts })),
  },
  {
    path: '/store/payproduct',
    title: '付费商品',
    lazy: () => import('./PoolList.tsx').then((file) => ({ default: file.PayProducts })),
  },
  { path: '/store/sale', title: '可售商品', lazy: () => import('./SaleList.tsx') },
  { path: '/store/storeproductedit', title: '商品资料修改', lazy: () => import('./ProductEditList.tsx') },
  {
    path: '/store/storeproductedit/print',
    title: '打印商品资料修改',
    permission: 'admin:product:productEdit:print',
    activeMenu: '/store/storeproductedit',
    lazy: () => import('./ProductEditPrint.tsx'),
  },
  { path: '/store/upanddownshelves', title: '商品上下架', lazy: () => import('./UpAndDownShelves.tsx') },
]

export default screens
