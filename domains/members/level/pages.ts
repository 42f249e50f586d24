import { type Page, page } from '#kit/shared/pages.ts'

const levelForm = () => import('./LevelForm.tsx')
const taskForm = () => import('../task/TaskForm.tsx')

/** Levels, tasks and what a user has of both. Members §1.2. */
export const levelPages: readonly Page[] = [
  page('user.grade', '用户等级', '/user/grade', () => import('./LevelTabs.tsx'), {
    sort: 90,
    behind: [
      page('user.addVipLevel', '新增会员等级', '/user/addVipLevel', levelForm, {
        adds: 'admin:system:user:level:save',
      }),
      page('user.addPayVipLevel', '新增付费会员等级', '/user/addPayVipLevel', () => import('./PayLevelForm.tsx')),
      page('user.addVipLevel.edit', '编辑会员等级', '/user/addVipLevel/:id?', levelForm),
    ],
  }),
  page('user.levelUserInfo', '等级用户详情', '/user/levelUserInfo/:uid?', () => import('./LevelUserInfo.tsx'), {
    sort: 89,
    hidden: true,
    noCache: true,
    activeMenu: '/user/grade',
  }),
  page('user.memberHelp', '会员帮助', '/user/grade/memberHelp', () => import('../config/MemberHelp.tsx'), { sort: 88 }),
  page('user.task', '会员任务', '/user/task', () => import('../task/TaskList.tsx'), {
    sort: 87,
    behind: [
      page('user.addVipTask', '新增会员任务', '/user/addVipTask', taskForm, { adds: 'admin:user:task:save' }),
      page('user.addVipTask.edit', '编辑会员任务', '/user/addVipTask/:id?', taskForm),
      page('user.addVipTask.info', '会员任务详情', '/user/addVipTask/:id/:info', () => import('../task/TaskInfo.tsx')),
    ],
  }),
]

/** What is set for members. Members §1.2. */
export const memberPages: readonly Page[] = [
  page('member.memberConfig', '会员配置', '/member/memberConfig', () => import('../config/MemberConfig.tsx'), {
    sort: 50,
  }),
]
