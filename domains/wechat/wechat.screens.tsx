import type { RoomRoute } from '#kit/web/room.ts'
import {
  ACCOUNT_PAGE,
  DEFAULT_PAGE,
  FOLLOW_PAGE,
  KEYWORD_FORM,
  KEYWORDS_PAGE,
  MENU_PAGE,
  REPLIES_PAGE,
} from './wechat.pages.ts'

/** The screens of the official account. Platform §11. */
const screens: readonly RoomRoute[] = [
  { path: ACCOUNT_PAGE, title: '公众号', noCache: true, lazy: () => import('./PublicAccount.tsx') },
  { path: MENU_PAGE, title: '微信菜单', noCache: true, lazy: () => import('./menu/WxMenus.tsx') },
  { path: REPLIES_PAGE, title: '自动回复', lazy: () => import('./reply/ReplyHome.tsx') },
  {
    path: FOLLOW_PAGE,
    title: '关注回复',
    noCache: true,
    activeMenu: REPLIES_PAGE,
    lazy: () => import('./reply/FollowReply.tsx'),
  },
  {
    path: KEYWORDS_PAGE,
    title: '关键字回复',
    activeMenu: REPLIES_PAGE,
    lazy: () => import('./reply/KeywordList.tsx'),
  },
  {
    path: `${KEYWORD_FORM}/:id?`,
    title: '关键字回复',
    noCache: true,
    activeMenu: KEYWORDS_PAGE,
    lazy: () => import('./reply/KeywordForm.tsx'),
  },
  {
    path: DEFAULT_PAGE,
    title: '无效词回复',
    noCache: true,
    activeMenu: REPLIES_PAGE,
    lazy: () => import('./reply/DefaultReply.tsx'),
  },
]

export default screens
