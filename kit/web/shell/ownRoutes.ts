import { type Route, unlisted } from '#kit/shared/pages.ts'

const anew = { noCache: true }

/** The pages of the shell itself; open to everybody who is signed in. Platform §1.3. */
export const ownRoutes: readonly Route[] = [
  unlisted('login', '首页', '/dashboard', () => import('./HomePage.tsx')),
  unlisted('login', '无权限访问', '/401', () => import('./ForbiddenPage.tsx'), anew),
  unlisted('login', '页面不存在', '/404', () => import('./NotFoundPage.tsx'), anew),
  unlisted('login', '功能开发中', '/developing', () => import('./DevelopingPage.tsx'), anew),
  unlisted('login', '表单预览', '/preview', () => import('../preview/PreviewPage.tsx'), { bare: true }),
]

/** Paths that never get a tab. Platform §4.3. */
export const WITHOUT_TAB: ReadonlySet<string> = new Set(['/401', '/404', '/auth-send'])
