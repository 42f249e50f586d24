import { z } from 'zod'
import { flag, int, ref, text, texts } from '#kit/fields/shared.ts'
import {
  answerOf,
  get,
  idAnswer,
  idField,
  listAnswer,
  listInput,
  paging,
  patch,
  post,
  rowAnswer,
  someIds,
  taskAnswer,
} from '#kit/shared/call.ts'
import { permissionOf } from '#kit/shared/path.ts'
import { PASSWORD_MAX } from '../session/password.rules.ts'
import { admin, adminRow } from './admin.entity.ts'

const PREFIX = '/admin/system/admin'

const filters = {
  realName: text('姓名账号', { max: 50 }),
  deptId: text('部门', { max: 10, pattern: /^\d+$/ }),
  isLocked: text('锁定', { max: 1, pattern: /^[01]$/ }),
}

const input = {
  ...admin.shape,
  deptId: ref('部门', 'dept', { required: true }),
}
const pwd = { pwd: text('密码', { max: PASSWORD_MAX }) }
const byId = { id: idField() }

export const adminList = get(`${PREFIX}/list`, {
  title: '管理员列表',
  input: listInput(admin, filters),
  answer: listAnswer(adminRow),
})

export const adminInfo = get(`${PREFIX}/info`, {
  title: '管理员详情',
  input: byId,
  answer: rowAnswer(adminRow),
})

export const adminSave = post(`${PREFIX}/save`, {
  title: '新增管理员',
  input: { ...input, pwd: text('密码', { required: true, max: PASSWORD_MAX }) },
  answer: idAnswer,
})

export const adminUpdate = patch(`${PREFIX}/update`, { title: '编辑管理员', input: { ...input, ...pwd } })

export const adminDelete = get(`${PREFIX}/delete`, { title: '删除管理员', change: true, input: byId })

export const adminStatus = get(`${PREFIX}/updateStatus`, {
  title: '启停管理员',
  change: true,
  input: { ...byId, status: flag('状态', { required: true }) },
})

export const adminSms = get(`${PREFIX}/update/isSms`, {
  title: '切换接收短信',
  change: true,
  input: byId,
})

export const adminReset = post(`${PREFIX}/resetPwd/:id`, {
  title: '重置密码',
  input: byId,
  answer: answerOf(z.object({ password: z.string() })),
})

export const adminUnlock = post(`${PREFIX}/unlock/:id`, { title: '解锁账号', input: byId })

export const adminUnbind = post(`${PREFIX}/unbindWechat/:id`, { title: '解绑员工微信', input: byId })

export const adminResetTotp = post(`${PREFIX}/resetTotp/:id`, { title: '重置动态口令', input: byId })

/** What can be handed over, and how much of it somebody holds. */
export const adminOpenWork = get(`${PREFIX}/handover/work`, {
  title: '待交接事项',
  refers: ['admin'],
  permission: permissionOf(`${PREFIX}/handover`),
  input: byId,
  answer: answerOf(z.array(z.object({ kind: z.string(), label: z.string(), n: z.number() }))),
})

export const adminHandover = post(`${PREFIX}/handover`, {
  title: '离职交接',
  refers: ['admin'],
  input: {
    fromId: idField('交接人'),
    toId: idField('接收人'),
    items: texts('交接事项', { each: 30 }),
  },
  answer: answerOf(
    z.object({
      results: z.array(z.object({ kind: z.string(), label: z.string(), n: z.number(), message: z.string() })),
      disabled: z.boolean(),
    }),
  ),
})

export const adminExport = post(`${PREFIX}/export`, {
  title: '导出管理员',
  input: { ...listInput(admin, filters), columns: text('导出列', { max: 2000 }) },
  answer: taskAnswer,
  business: 5,
})

export const adminPicker = get(`${PREFIX}/picker`, {
  title: '选择员工',
  permission: 'login',
  picks: 'admin',
  input: {
    ...paging,
    deptId: filters.deptId,
    roles: text('角色', { max: 200, pattern: /^\d{1,9}(,\d{1,9})*$/ }),
    ids: someIds(),
  },
  answer: listAnswer({
    id: int('ID', { required: true }),
    account: text('账号', { max: 32 }),
    realName: text('姓名', { max: 16 }),
    phone: text('手机号', { max: 11 }),
    deptName: text('部门', { max: 100 }),
    position: text('职位', { max: 50 }),
    disabled: flag('不可选', { initial: 0 }),
  }),
})
