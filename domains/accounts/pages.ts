import { directory, type Page } from '#kit/shared/pages.ts'
import { accountPages } from './account/pages.ts'
import { bankPages, icbcLogPage } from './bank/pages.ts'
import { paymentPages } from './payment/pages.ts'
import { refundNotePages } from './refundNote/pages.ts'

/** The pages of the room, part by part. Orders §1. */
const pages: readonly Page[] = [
  directory('account', '账户中心', { icon: 'WalletOutlined', sort: 890 }, [...accountPages, ...bankPages]),
  icbcLogPage,
  directory('order', '订单中心', { icon: 'ProfileOutlined', sort: 925 }, [...paymentPages, ...refundNotePages]),
]

export default pages
