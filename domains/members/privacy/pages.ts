import { documentPages } from '#kit/shared/documentPages.ts'
import { directory, type Page, page } from '#kit/shared/pages.ts'
import { EMPLOYEE_LIST, GROUP_CARD, GROUP_LIST, GROUP_PAGE } from '../groupBuying/groupBuying.addresses.ts'
import { INVITE_CARDS, INVITE_LIST, INVITE_PAGE } from '../invite/invite.addresses.ts'

const PRIVACY = '/user/privacy'
const exportPage = () => import('./ExportPage.tsx')

/** How people come, company group buying, and what is kept of privacy. Members §1.2, §5.2, §5.3, §10. */
export const privacyPages: readonly Page[] = [
  page('user.invitationcode', '邀请码', INVITE_LIST, () => import('../invite/InviteList.tsx'), {
    sort: 40,
    behind: [
      page('user.invitationcode.info', '邀请码详情', `${INVITE_PAGE}/:id`, () => import('../invite/InvitePage.tsx')),
      page('user.invitationcode.print', '打印邀请码', INVITE_CARDS, () => import('../invite/InviteCards.tsx'), {
        permission: 'admin:user:invitation:print',
      }),
    ],
  }),
  page('user.groupBuying', '团购管理', GROUP_LIST, () => import('../groupBuying/GroupBuyingList.tsx'), {
    sort: 38,
    behind: [
      page('user.groupBuying.info', '团购企业详情', `${GROUP_PAGE}/:id`, () => import('../groupBuying/GroupBuyingPage.tsx')),
      page('user.groupBuying.print', '企业码二维码', GROUP_CARD, () => import('../groupBuying/GroupCard.tsx'), {
        permission: 'admin:user:groupBuying:print',
      }),
      page('user.groupBuying.people', '员工管理', `${EMPLOYEE_LIST}/:id?`, () => import('../groupBuying/EmployeeList.tsx'), {
        permission: 'admin:user:groupBuying:employee:list',
      }),
    ],
  }),
  directory('user.privacy', '隐私合规', { sort: 10 }, [
    page('user.privacy.export', '导出审计', `${PRIVACY}/export`, () => import('./ExportList.tsx'), {
      sort: 50,
      behind: [
        page('user.privacy.export.info', '导出详情', `${PRIVACY}/export/info/:id`, exportPage),
        page('user.privacy.export.examine', '导出审核', `${PRIVACY}/export/examine/:id`, exportPage),
      ],
    }),
    page('user.privacy.sensitive', '敏感查看日志', `${PRIVACY}/sensitive`, () => import('./SensitiveLogs.tsx'), { sort: 45 }),
    documentPages('user.privacy.merge', '合并单', `${PRIVACY}/merge`, () => import('./userMerge.screens.tsx'), {
      sort: 40,
      adds: 'admin:user:merge:save',
    }),
    documentPages('user.privacy.erase', '注销单', `${PRIVACY}/erase`, () => import('./userErase.screens.tsx'), {
      sort: 35,
      adds: 'admin:user:erase:save',
    }),
    page('user.privacy.duplicate', '重复用户', `${PRIVACY}/duplicate`, () => import('./Duplicates.tsx'), { sort: 30 }),
  ]),
]
