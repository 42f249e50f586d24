import { documentPages } from '#kit/shared/documentPages.ts'
import { page } from '#kit/shared/pages.ts'
import { PRICE_KINDS } from './priceKinds.ts'

const PAYER = '/payerproduct'
const payerForm = () => import('./PayerProductForm.tsx')

const { basePrice, saleInfo, priceNotice } = PRICE_KINDS

/** Prices and the documents that set them. Catalog §4. */
export const pricePages = [
  documentPages(basePrice.menu, basePrice.label, basePrice.at, () => import('./basePrice.screens.tsx'), {
    sort: 90,
    adds: 'admin:product:basePrice:save',
  }),
  page('price.calendar', '价格日历', `${basePrice.at.list}/calendar`, () => import('./PriceCalendar.tsx'), { sort: 80 }),
  page('price.payerProduct', '付款方商品', PAYER, () => import('./PayerProductList.tsx'), {
    sort: 70,
    behind: [
      page('price.payerProduct.add', '新增付款方商品', `${PAYER}/add`, payerForm, { adds: 'admin:payerproduct:save' }),
      page('price.payerProduct.edit', '编辑付款方商品', `${PAYER}/edit/:id`, payerForm),
    ],
  }),
  page('price.salesChannel', '销售渠道', '/purpose/salesChannel', () => import('./SalesChannelList.tsx'), { sort: 60 }),
  documentPages(saleInfo.menu, saleInfo.label, saleInfo.at, () => import('./saleInfo.screens.tsx'), {
    sort: 86,
    adds: 'admin:purpose:productSaleInfo:save',
  }),
  documentPages(priceNotice.menu, priceNotice.label, priceNotice.at, () => import('./priceNotice.screens.tsx'), {
    sort: 84,
    adds: 'admin:purpose:priceNotice:save',
  }),
]
