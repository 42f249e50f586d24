import { page, type Route } from '#kit/shared/pages.ts'
import { PRICE_KINDS, type PriceKindName } from './priceKinds.ts'
import { PRICE_PAGES } from './priceScreens.ts'

const PAYER = '/payerproduct'
const payerForm = () => import('./PayerProductForm.tsx')

/** The list of a kind of price document with the pages behind it. */
function documentPages(name: PriceKindName): Route {
  const { key, label, route, sort, see, print } = PRICE_KINDS[name]
  const screen = (part: 'List' | 'Form' | 'Page' | 'Print') => async () => ({ default: (await PRICE_PAGES[name]())[part] })
  return page(key, label, route, screen('List'), {
    sort,
    behind: [
      page(`${key}.add`, `新增${label}`, `${route}/add`, screen('Form')),
      page(`${key}.edit`, `编辑${label}`, `${route}/edit/:id`, screen('Form')),
      page(`${key}.${see}`, `${label}详情`, `${route}/${see}/:id`, screen('Page')),
      page(`${key}.examine`, `${label}审核`, `${route}/examine/:id`, screen('Page')),
      page(`${key}.${print.replace('/:id', '')}`, `${label}打印`, `${route}/${print}`, screen('Print')),
    ],
  })
}

/** Prices and the documents that set them. Catalog §4. */
export const pricePages = [
  documentPages('basePrice'),
  page('price.calendar', '价格日历', `${PRICE_KINDS.basePrice.route}/calendar`, () => import('./PriceCalendar.tsx'), { sort: 80 }),
  page('price.payerProduct', '付款方商品', PAYER, () => import('./PayerProductList.tsx'), {
    sort: 70,
    behind: [
      page('price.payerProduct.add', '新增付款方商品', `${PAYER}/add`, payerForm),
      page('price.payerProduct.edit', '编辑付款方商品', `${PAYER}/edit/:id`, payerForm),
    ],
  }),
  page('price.salesChannel', '销售渠道', '/purpose/salesChannel', () => import('./SalesChannelList.tsx'), { sort: 60 }),
  documentPages('saleInfo'),
  documentPages('priceNotice'),
]
