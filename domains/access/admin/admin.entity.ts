import { datetime, dict, flag, image, int, ref, refs, text, texts } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'
import { nameOf } from '#kit/shared/join.ts'

const MOBILE = /^1[3-9]\d{9}$/
const MOBILE_MESSAGE = '请填写正确的手机号'
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** Platform §6.1. The password is not a field: its hashes lie in adminPwdHistory, so that no answer can hold one. */
export const admin = entity(
  'admin',
  '员工',
  {
    account: text('账号', {
      required: true,
      unique: true,
      search: true,
      sortable: true,
      max: 32,
      pattern: /^[A-Za-z][A-Za-z0-9_.-]{2,31}$/,
      width: 120,
    }),
    realName: text('姓名', { required: true, search: true, max: 16, width: 100 }),
    roles: refs('角色', 'role', { required: true, filter: true, max: 50 }),
    phone: text('手机号', {
      required: true,
      unique: true,
      search: true,
      max: 11,
      pattern: MOBILE,
      message: MOBILE_MESSAGE,
      width: 120,
    }),
    email: text('邮箱', { max: 100, pattern: EMAIL, list: false }),
    deptId: ref('部门', 'dept'),
    position: dict('职位', 'sys_position', { filter: true }),
    jobNo: text('工号', { unique: true, max: 20 }),
    avatar: image('头像', { list: false, port: false }),
    introduction: text('简介', { max: 200, long: true, list: false }),
    status: flag('状态', { initial: 1, filter: true, texts: ['启用', '停用'] }),
    isSms: flag('接收短信', { initial: 0 }),
    isAgent: flag('客服', { initial: 0, filter: true }),
    storeIds: refs('所属门店', 'store', { readOnly: true, list: false, port: false }),
    warehouseIds: refs('所属仓库', 'warehouse', { readOnly: true, list: false, port: false }),
    channelIds: refs('所属渠道', 'channel', { list: false, port: false }),
    validFrom: datetime('生效时间', { list: false }),
    validTo: datetime('失效时间', { list: false }),
    ipAllow: texts('允许登录IP', { each: 50, max: 50, list: false, port: false }),
    loginCount: int('登录次数', { readOnly: true, initial: 0, list: false }),
    lastIp: text('最后登录IP', { readOnly: true, max: 50 }),
    lastTime: datetime('最后登录时间', { readOnly: true, sortable: true }),
    pwdUpdateTime: datetime('密码修改时间', { readOnly: true, list: false }),
    pwdReset: flag('首次登录须改密', { readOnly: true, initial: 0, list: false, port: false }),
    openid: text('微信', { readOnly: true, unique: true, max: 64, list: false, port: false, unlogged: true }),
  },
  { title: 'realName', code: 'account' },
)

// The social account itself is nobody's business; whether one is bound is.
const { openid: _openid, ...shown } = admin.all

/** A member of staff as list and info show them. */
export const adminRow = {
  ...shown,
  roleNames: text('角色', { max: 2000 }),
  deptName: nameOf('deptId', '部门'),
  level: int('级别', { initial: 0 }),
  lockUntil: datetime('锁定至'),
  isBound: flag('微信绑定', { initial: 0 }),
  hasTotp: flag('动态口令', { initial: 0 }),
}
