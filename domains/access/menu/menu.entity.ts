import { choice, flag, int, text } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'

export const MENU_TYPES = [
  { value: 'M', label: '目录' },
  { value: 'C', label: '菜单' },
  { value: 'A', label: '按钮' },
] as const

/** Platform §6.3. A page may carry many codes, so perms is longer than one a person would type. */
export const menu = entity(
  'menu',
  '菜单',
  {
    pid: int('上级菜单', { initial: 0 }),
    menuType: choice('类型', MENU_TYPES, { required: true, filter: true }),
    name: text('菜单名称', { required: true, search: true, max: 100 }),
    icon: text('图标', { max: 100 }),
    sort: int('显示排序', { initial: 0 }),
    isShow: flag('显示状态', { initial: 1, filter: true, texts: ['显示', '隐藏'] }),
    component: text('组件路径', { unique: true, max: 200, pattern: /^(\/(?!\/)|https?:\/\/)\S*$/ }),
    perms: text('权限标识', { max: 4000 }),
    routeName: text('路由名称', { max: 100 }),
    activeMenu: text('高亮菜单', { max: 200 }),
    noCache: flag('不缓存', { initial: 0 }),
    affix: flag('固定', { initial: 0 }),
    adminOnly: flag('仅管理员', { initial: 0 }),
    systemKey: text('系统标识', { readOnly: true, unique: true, max: 200 }),
  },
  {
    title: 'name',
    order: [
      ['sort', 'desc'],
      ['id', 'asc'],
    ],
  },
)
