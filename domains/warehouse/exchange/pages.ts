import { screensOf } from '#kit/shared/documentPages.ts'
import { type Page, page } from '#kit/shared/pages.ts'

const exchange = screensOf(() => import('./exchange.screens.tsx'))
const AT = '/wts/exchangeInBill'

/** Goods that come in against goods that go out. Warehouse §5.10. */
export const exchangePages: readonly Page[] = [
  page('wts.exchangeInBill', '换入单', AT, exchange.List, {
    sort: 44,
    behind: [
      page('wts.exchangeInBill.add', '新增换入单', `${AT}/add`, exchange.Form, {
        adds: 'admin:wts:exchangeInBill:save',
      }),
      page('wts.exchangeInBill.edit', '编辑换入单', `${AT}/add/:id`, exchange.Form),
      page('wts.exchangeInBill.info', '换入单详情', `${AT}/info/:id`, exchange.Page),
      page('wts.exchangeInBill.examine', '换入单审核', `${AT}/examine/:id`, exchange.Page),
      page('wts.exchangeInBill.print', '打印换入单', `${AT}/print`, exchange.Print),
    ],
  }),
]
