import { form, onepassKeys } from '#domains/settings/settings.door.ts'
import { flag, int, refs } from '#kit/fields/shared.ts'

/** Platform §2.6. */
export const securityForm = form(200, '登录与安全', 0, {
  pwd_min_length: int('密码最小长度', { min: 6, max: 30, initial: 8 }),
  pwd_kinds: int('密码字符种类', { min: 1, max: 4, initial: 3, help: '大写字母、小写字母、数字、符号' }),
  pwd_history: int('不可重复次数', { min: 0, max: 12, initial: 5 }),
  pwd_expire_days: int('密码有效天数', { max: 3650, initial: 90, help: '0 为永久有效' }),
  pwd_warn_days: int('到期提醒天数', { max: 365, initial: 7 }),
  pwd_first_change: flag('首次登录须改密', { initial: 1 }),
  session_idle_minutes: int('闲置分钟数', { min: 5, max: 10_080, initial: 480 }),
  session_max_hours: int('最长登录小时数', { min: 1, max: 720, initial: 24 }),
  session_max_per_admin: int('每账号会话数', { max: 100, initial: 5, help: '0 为不限' }),
  lock_times: int('连续错误锁定次数', { min: 1, max: 100, initial: 5 }),
  lock_minutes: int('锁定分钟数', { min: 1, max: 1440, initial: 15 }),
  totp_roles: refs('须用动态口令的角色', 'role', {
    max: 100,
    help: '所选角色的员工登录时必须输入动态口令',
  }),
  forbid_own_examine: flag('禁止审核本人单据', {
    initial: 0,
    help: '开启后，超级管理员也不能审核本人制作或提交的单据',
  }),
  ...onepassKeys,
})
