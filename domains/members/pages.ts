import { directory, type Page } from '#kit/shared/pages.ts'
import { levelPages, memberPages } from './level/pages.ts'
import { privacyPages } from './privacy/pages.ts'
import { tagPages, userTagPages } from './tag/pages.ts'
import { userPages } from './user/pages.ts'

/** The pages of the room, part by part; 用户中心 is shared with the rooms of accounts and content. Members §1.2. */
const pages: readonly Page[] = [
  directory('user', '用户中心', { icon: 'UserOutlined', sort: 900 }, [...userPages, ...levelPages, ...userTagPages, ...privacyPages]),
  directory('member', '会员中心', { icon: 'CrownOutlined', sort: 895 }, memberPages),
  directory('tag', '标签中心', { icon: 'TagOutlined', sort: 890 }, tagPages),
]

export default pages
