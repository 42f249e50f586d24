import { directory, type Page, page, unlisted } from '#kit/shared/pages.ts'

const MANAGER = '/operation/roleManager'

/** Staff, roles, menus, departments, and everybody's own page. Platform §1.3. */
const pages: readonly Page[] = [
  { key: 'home', title: '首页', path: '/dashboard', icon: 'HomeOutlined', sort: 999, affix: true },
  directory('system', '系统设置', { icon: 'SettingOutlined' }, [
    directory('access', '管理权限', {}, [
      page('access.admin', '管理员列表', `${MANAGER}/adminList`, () => import('./admin/AdminList.tsx'), {
        behind: [
          unlisted('admin:system:admin:info', '管理员详情', `${MANAGER}/adminInfo/:id`, () => import('./admin/AdminInfo.tsx')),
          unlisted('admin:system:admin:list', '打印员工名册', `${MANAGER}/adminPrint`, () => import('./admin/StaffPrint.tsx')),
        ],
      }),
      page('access.role', '角色管理', `${MANAGER}/identityManager`, () => import('./role/RoleList.tsx'), {
        behind: [
          unlisted('admin:system:role:info', '角色详情', `${MANAGER}/roleInfo/:id`, () => import('./role/RoleInfo.tsx')),
          unlisted('admin:system:role:info', '打印角色权限表', `${MANAGER}/rolePrint/:id`, () => import('./role/RolePrint.tsx')),
        ],
      }),
      page('access.menu', '权限规则', `${MANAGER}/promiseRules`, () => import('./menu/PromiseRules.tsx')),
      page('access.dept', '组织部门', `${MANAGER}/organisation`, () => import('./dept/Organisation.tsx')),
    ]),
  ]),
  directory('order', '订单中心', { icon: 'ProfileOutlined', sort: 925 }, [
    page('order.openApp', '开放接口应用', '/order/openApp', () => import('./open/OpenAppList.tsx'), {
      sort: 10,
      behind: [page('order.openApp.info', '应用详情', '/order/openApp/info/:id?', () => import('./open/OpenAppInfo.tsx'))],
    }),
  ]),
  page('access.own', '个人中心', '/maintain/user', () => import('./session/PersonalCentre.tsx'), {
    icon: 'UserOutlined',
    // Everybody has one, also those whose password is over.
    permission: 'login',
  }),
  unlisted('login', '授权跳转', '/auth-send', () => import('./login/AuthSendPage.tsx'), { noCache: true }),
]

export default pages
