import { directory, type Page, page } from '#kit/shared/pages.ts'
import { ACCOUNT_PAGE, DEFAULT_PAGE, FOLLOW_PAGE, KEYWORDS_PAGE, MENU_PAGE, REPLIES_PAGE } from './wechat.addresses.ts'

/** The pages of the official account. Platform §1.3. */
const pages: readonly Page[] = [
  directory('wechat', '公众号', { icon: 'WechatOutlined', adminOnly: true }, [
    page('wechat.account', '公众号', ACCOUNT_PAGE, () => import('./PublicAccount.tsx'), { sort: 30, noCache: true }),
    page('wechat.menu', '微信菜单', MENU_PAGE, () => import('./menu/WxMenus.tsx'), { sort: 20, noCache: true }),
    page('wechat.reply', '自动回复', REPLIES_PAGE, () => import('./reply/ReplyHome.tsx'), { sort: 10 }),
    page('wechat.reply.follow', '关注回复', FOLLOW_PAGE, () => import('./reply/FollowReply.tsx'), { noCache: true, activeMenu: REPLIES_PAGE }),
    page('wechat.reply.keyword', '关键字回复', KEYWORDS_PAGE, () => import('./reply/KeywordList.tsx'), {
      activeMenu: REPLIES_PAGE,
      behind: [
        page('wechat.reply.keywordForm', '关键字回复资料', `${KEYWORDS_PAGE}/save/:id?`, () => import('./reply/KeywordForm.tsx'), {
          adds: 'admin:wechat:keywords:reply:save',
        }),
      ],
    }),
    page('wechat.reply.default', '无效词回复', DEFAULT_PAGE, () => import('./reply/DefaultReply.tsx'), { noCache: true, activeMenu: REPLIES_PAGE }),
  ]),
]

export default pages
