import { lazy } from 'react'
import { declareTaskForm } from '#domains/workflow/workflow.pickers.tsx'
import type { WebPart } from '#kit/web/room.ts'

/** Documents around the shelf, channel listings and the pools. Catalog §3.3–3.5. */
export const shelfWeb: WebPart = {
  routes: [
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
    {
      path: '/store/common/info/:type?/:id?',
      title: '商品通用详情',
      // To-dos of five kinds lead here; what is shown asks for the rights of its kind.
      permission: 'login',
      activeMenu: '/store/index',
      lazy: () => import('./CommonInfo.tsx'),
    },
    {
      path: '/store/infoSale/:id?',
      title: '可售商品详情',
      activeMenu: '/store/sale',
      lazy: () => import('./SaleInfo.tsx'),
    },
    { path: '/store/integralProduct', title: '积分商品', lazy: () => import('./IntegralProducts.tsx') },
    { path: '/store/payproduct', title: '付费商品', lazy: () => import('./PayProducts.tsx') },
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
  ],
  register() {
    declareTaskForm(
      'showApply',
      lazy(() => import('./ShowApplyTask.tsx')),
    )
    declareTaskForm(
      'productEdit',
      lazy(() => import('./ProductEditTask.tsx')),
    )
    declareTaskForm(
      'productVip',
      lazy(() => import('./PoolTask.tsx').then((file) => ({ default: file.VipTask }))),
    )
    declareTaskForm(
      'productIntegral',
      lazy(() => import('./PoolTask.tsx').then((file) => ({ default: file.IntegralTask }))),
    )
  },
}
