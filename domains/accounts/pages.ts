import { directory, type Page } from '#kit/shared/pages.ts'
import { accountPages } from './account/pages.ts'

/** The pages of the room, part by part. Orders §1. */
const pages: readonly Page[] = [
  directory('account', '账户中心', { icon: 'WalletOutlined', sort: 890 }, accountPages),
]

export default pages
