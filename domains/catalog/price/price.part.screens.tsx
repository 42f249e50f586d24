import type { RoomRoute } from '#kit/web/room.ts'
import { PRICE_NAMES, PRICE_PAGES } from './priceDocuments.web.ts'
import { PRICE_KINDS, type PriceKindName } from './priceKinds.ts'

const PAYER = '/payerproduct'
const payerForm = () => import('./PayerProductForm.tsx')

/** A page behind a list, which stays highlighted. */
const behind = (list: string, page: string, title: string, lazy: RoomRoute['lazy']): RoomRoute => ({
  path: `${list}/${page}`,
  title,
  activeMenu: list,
  lazy,
})

function documentRoutes(name: PriceKindName): RoomRoute[] {
  const { label, route, see, print } = PRICE_KINDS[name]
  const page = (part: 'List' | 'Form' | 'Page' | 'Print') => async () => ({
    default: (await PRICE_PAGES[name]())[part],
  })
  return [
    { path: route, title: label, lazy: page('List') },
    behind(route, 'add', `新增${label}`, page('Form')),
    behind(route, 'edit/:id', `编辑${label}`, page('Form')),
    behind(route, `${see}/:id`, `${label}详情`, page('Page')),
    behind(route, 'examine/:id', `${label}审核`, page('Page')),
    behind(route, print, `${label}打印`, page('Print')),
  ]
}

/** Prices and the documents that set them. Catalog §4. */
const screens: readonly RoomRoute[] = [
  {
    path: `${PRICE_KINDS.basePrice.route}/calendar`,
    title: '价格日历',
    lazy: () => import('./PriceCalendar.tsx'),
  },
  ...PRICE_NAMES.flatMap(documentRoutes),
  { path: '/purpose/salesChannel', title: '销售渠道', lazy: () => import('./SalesChannelList.tsx') },
  { path: PAYER, title: '付款方商品', lazy: () => import('./PayerProductList.tsx') },
  behind(PAYER, 'add', '新增付款方商品', payerForm),
  behind(PAYER, 'edit/:id', '编辑付款方商品', payerForm),
]

export default screens
