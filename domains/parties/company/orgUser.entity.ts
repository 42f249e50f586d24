import { choices, datetime, dict, flag, money, ref, refs, text } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'
import { emailField, mobileField } from '../parties.rules.ts'

export const ORG_ROLES = [
  { value: 1, label: '采购' },
  { value: 2, label: '财务' },
  { value: 3, label: '审批' },
  { value: 4, label: '管理' },
] as const

/** A person of a company, who signs in to the mall for it. Catalog §6.3. */
export const orgUser = entity(
  'orgUser',
  '组织用户',
  {
    orgId: ref('单位', 'company', { required: true, width: 200 }),
    subOrgId: ref('下级单位', 'company', { list: false }),
    account: text('登录账号', {
      max: 30,
      min: 4,
      required: true,
      unique: true,
      search: true,
      pattern: /^[A-Za-z0-9]+$/,
      help: '4到30位字母和数字',
    }),
    realName: text('姓名', { max: 30, required: true, search: true }),
    phone: mobileField('手机', { required: true, unique: true, search: true }),
    email: emailField('邮箱', { list: false }),
    position: dict('职位', 'sys_position'),
    orgRole: choices('角色', ORG_ROLES, { required: true, filter: true }),
    isAdmin: flag('主账号', { initial: 0, width: 80 }),
    shoudaIds: refs('可用售达方', 'shouda', { required: true, list: false }),
    shipToIds: refs('可用送达方', 'shipTo', { list: false, help: '不选则可用其售达方的全部送达方' }),
    orderLimit: money('单笔限额', { list: false, help: '留空不限' }),
    needApprove: flag('下单需审批', { initial: 0, list: false }),
    uid: ref('关联用户', 'user', { readOnly: true, list: false, port: false }),
    status: flag('状态', { initial: 1, filter: true, texts: ['启用', '停用'], width: 80 }),
    lastTime: datetime('最近登录', { readOnly: true, sortable: true, width: 150, port: false }),
    lockUntil: datetime('锁定至', { readOnly: true, list: false, port: false }),
  },
  { title: 'realName', code: 'account', scope: { company: 'orgId', owner: 'createBy' }, grams: true },
)
