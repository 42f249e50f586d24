import { lazy } from 'react'
import { declareTaskForm } from '#domains/workflow/workflow.pickers.tsx'
import { optionsCall } from '#kit/shared/call.ts'
import { lazyInput } from '#kit/web/lazyInput.tsx'
import { declareRefOptions } from '#kit/web/refs.ts'
import type { RoomRoute, WebPart } from '#kit/web/room.ts'

const BASE = '/productBasePrice'
const SALE = '/purpose/productSaleInfo'
const NOTICE = '/purpose/priceNotice'
const PAYER = '/payerproduct'

const basePage = () => import('./BasePricePage.tsx')
const salePage = () => import('./SaleInfoPage.tsx')
const noticePage = () => import('./PriceNoticePage.tsx')
const baseForm = () => import('./BasePriceForm.tsx')
const saleForm = () => import('./SaleInfoForm.tsx')
const noticeForm = () => import('./PriceNoticeForm.tsx')
const payerForm = () => import('./PayerProductForm.tsx')

/** A page behind a list, which stays highlighted. */
const behind = (list: string, page: string, title: string, lazy: RoomRoute['lazy']): RoomRoute => ({
  path: `${list}/${page}`,
  title,
  activeMenu: list,
  lazy,
})

/** Prices and the documents that set them. Catalog §4. */
export const priceWeb: WebPart = {
  routes: [
    { path: BASE, title: '商品基础价格', lazy: () => import('./BasePriceList.tsx') },
    { path: `${BASE}/calendar`, title: '价格日历', lazy: () => import('./PriceCalendar.tsx') },
    behind(BASE, 'add', '新增商品基础价格', baseForm),
    behind(BASE, 'edit/:id', '编辑商品基础价格', baseForm),
    behind(BASE, 'info/:id', '商品基础价格详情', basePage),
    behind(BASE, 'examine/:id', '商品基础价格审核', basePage),
    behind(BASE, 'printInfo', '商品基础价格打印', () => import('./BasePricePrint.tsx')),
    { path: SALE, title: '商品销售信息', lazy: () => import('./SaleInfoList.tsx') },
    behind(SALE, 'add', '新增商品销售信息', saleForm),
    behind(SALE, 'edit/:id', '编辑商品销售信息', saleForm),
    behind(SALE, 'see/:id', '商品销售信息详情', salePage),
    behind(SALE, 'examine/:id', '商品销售信息审核', salePage),
    behind(SALE, 'print/:id', '商品销售信息打印', () => import('./SaleInfoPrint.tsx')),
    { path: NOTICE, title: '价格通知单', lazy: () => import('./PriceNoticeList.tsx') },
    behind(NOTICE, 'add', '新增价格通知单', noticeForm),
    behind(NOTICE, 'edit/:id', '编辑价格通知单', noticeForm),
    behind(NOTICE, 'see/:id', '价格通知单详情', noticePage),
    behind(NOTICE, 'examine/:id', '价格通知单审核', noticePage),
    behind(NOTICE, 'print/:id', '价格通知单打印', () => import('./PriceNoticePrint.tsx')),
    { path: '/purpose/salesChannel', title: '销售渠道', lazy: () => import('./SalesChannelList.tsx') },
    { path: PAYER, title: '付款方商品', lazy: () => import('./PayerProductList.tsx') },
    behind(PAYER, 'add', '新增付款方商品', payerForm),
    behind(PAYER, 'edit/:id', '编辑付款方商品', payerForm),
  ],
  register() {
    const salesChannels = optionsCall('/admin/purpose/salesChannel', '销售渠道')
    declareRefOptions('salesChannel', { call: salesChannels, title: '销售渠道' })
    // Which of several entities is chosen from, the form says; names are never asked by this one.
    declareRefOptions('priceScope', {
      call: salesChannels,
      title: '适用对象',
      Input: lazyInput(() => import('./PriceScope.tsx')),
    })
    declareTaskForm(
      'basePrice',
      lazy(() => import('./BasePriceTask.tsx')),
    )
    declareTaskForm(
      'saleInfo',
      lazy(() => import('./SaleInfoTask.tsx')),
    )
    declareTaskForm(
      'priceNotice',
      lazy(() => import('./PriceNoticeTask.tsx')),
    )
  },
}
