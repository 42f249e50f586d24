import { type Page, page } from '#kit/shared/pages.ts'

/** Tags in daily use, and who may and may not. Members §1.2. */
export const userTagPages: readonly Page[] = [
  page('user.label', '用户标签', '/user/label', () => import('./TagDaily.tsx'), {
    sort: 60,
    behind: [page('user.label.users', '标签用户', '/user/label/users/:id', () => import('./TagUsers.tsx'))],
  }),
  page('user.whiteNameList', '白名单', '/user/whiteNameList', () => import('../nameList/NameListPage.tsx'), { sort: 40 }),
]

/** What tags mean: groups, rules, relations. Members §1.2. */
export const tagPages: readonly Page[] = [
  page('tag.manage', '标签管理', '/tag/manage', () => import('./TagManage.tsx'), { sort: 50 }),
  page('tag.userLabel', '用户标签库', '/tag/userLabel', () => import('./TagLibrary.tsx'), {
    sort: 48,
    behind: [
      page('tag.userLabel.add', '新增用户标签', '/tag/userLabel/add', () => import('./TagForm.tsx'), { adds: 'admin:user:tag:save' }),
      page('tag.userLabel.edit', '编辑用户标签', '/tag/userLabel/edit/:id?', () => import('./TagForm.tsx')),
      page('tag.userLabel.info', '用户标签详情', '/tag/userLabel/info/:id?', () => import('./TagInfo.tsx')),
    ],
  }),
  page('tag.realtion', '标签关系', '/tag/realtion', () => import('./RelationList.tsx'), { sort: 40 }),
]
