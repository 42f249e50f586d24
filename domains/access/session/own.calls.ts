import { z } from 'zod'
import { datetime, flag, image, int, text } from '#kit/fields/shared.ts'
import { answerOf, get, idField, listAnswer, paging, post, rowsAnswer } from '#kit/shared/call.ts'
import { admin } from '../admin/admin.entity.ts'

/** Platform §6.5: what a person may do with their own account, also with an expired password (§2.6). */
const own = { permission: 'login', withExpiredPassword: true } as const

const device = {
  ip: text('IP', { max: 50 }),
  location: text('地点', { max: 100 }),
  device: text('设备', { max: 50 }),
  browser: text('浏览器', { max: 50 }),
  os: text('系统', { max: 50 }),
}

export const ownSessions = get('/admin/login/session/list', {
  ...own,
  title: '登录设备',
  answer: rowsAnswer({
    id: int('ID', { required: true }),
    ...device,
    loginTime: datetime('登录时间', { required: true }),
    lastTime: datetime('最近活动', { required: true }),
    isCurrent: flag('当前', { initial: 0 }),
  }),
})

export const kickOwn = post('/admin/login/session/kick/:id', {
  ...own,
  title: '下线设备',
  input: { id: idField() },
  business: 7,
})

export const kickOthers = post('/admin/login/session/kickOthers', {
  ...own,
  title: '下线其他设备',
  business: 7,
  answer: answerOf(z.object({ count: z.number() })),
})

export const ownLogins = get('/admin/login/log/list', {
  ...own,
  title: '本人登录日志',
  input: { page: paging.page, limit: paging.limit, dateLimit: paging.dateLimit },
  answer: listAnswer({
    id: int('ID', { required: true }),
    time: datetime('时间', { required: true }),
    result: flag('结果', { initial: 0, texts: ['成功', '失败'] }),
    message: text('提示', { max: 200 }),
    ...device,
  }),
})

export const ownUpdate = post('/admin/login/admin/update', {
  ...own,
  title: '修改个人资料',
  input: {
    realName: admin.shape.realName,
    email: admin.shape.email,
    avatar: image('头像'),
    introduction: admin.shape.introduction,
  },
})

/** A code to the phone a person wants to be known by. */
export const ownPhoneCode = post('/admin/login/phone/code', {
  ...own,
  title: '发送手机验证码',
  input: { phone: admin.shape.phone },
})

export const ownPhone = post('/admin/login/phone/update', {
  ...own,
  title: '修改手机号',
  input: { phone: admin.shape.phone, code: text('验证码', { required: true, max: 6 }) },
})

export const ownPassword = post('/admin/login/update/password', {
  ...own,
  title: '修改密码',
  input: {
    oldPassword: text('原密码', { required: true, max: 200 }),
    password: text('新密码', { required: true, max: 200 }),
    confirmPassword: text('确认密码', { required: true, max: 200 }),
  },
})

/** Why the password has to be changed ('' when it need not be), and what a new one must be like. Platform §2.6. */
export const ownPasswordRules = get('/admin/login/password/rules', {
  ...own,
  title: '密码要求',
  answer: answerOf(
    z.object({ reason: z.enum(['', 'first', 'reset', 'expired']), rules: z.array(z.string()) }),
  ),
})

export const ownUnbind = post('/admin/login/wechat/unbind', { ...own, title: '解绑微信' })

export const ownBind = post('/admin/login/wechat/bind', {
  ...own,
  title: '绑定微信',
  input: { code: text('授权码', { required: true, max: 200 }) },
})
