import type { RoomRoute } from '../room.ts'

/** The pages of the shell itself; open to everybody who is signed in. Platform §1.3. */
export const ownRoutes: readonly RoomRoute[] = [
  { path: '/dashboard', title: '首页', permission: 'login', lazy: () => import('./HomePage.tsx') },
  {
    path: '/401',
    title: '无权限访问',
    permission: 'login',
    noCache: true,
    lazy: () => import('./ForbiddenPage.tsx'),
  },
  {
    path: '/404',
    title: '页面不存在',
    permission: 'login',
    noCache: true,
    lazy: () => import('./NotFoundPage.tsx'),
  },
  {
    path: '/developing',
    title: '功能开发中',
    permission: 'login',
    noCache: true,
    lazy: () => import('./DevelopingPage.tsx'),
  },
  {
    path: '/auth-send',
    title: '授权跳转',
    permission: 'login',
    noCache: true,
    lazy: () => import('./AuthSendPage.tsx'),
  },
  {
    path: '/preview',
    title: '表单预览',
    permission: 'login',
    bare: true,
    lazy: () => import('../preview/PreviewPage.tsx'),
  },
]

/** Paths that never get a tab. Platform §4.3. */
export const WITHOUT_TAB: ReadonlySet<string> = new Set(['/401', '/404', '/auth-send'])
