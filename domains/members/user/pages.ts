import { type Page, page } from '#kit/shared/pages.ts'

/** Users and their groups. Members §1.2. */
export const userPages: readonly Page[] = [
  page('user.index', '用户管理', '/user/index/:code?', () => import('./UserList.tsx'), {
    sort: 100,
    behind: [page('user.detail', '用户详情', '/user/detail/:id', () => import('./UserInfo.tsx'))],
  }),
  page('user.group', '用户分组', '/user/group', () => import('../group/GroupList.tsx'), { sort: 70 }),
]
