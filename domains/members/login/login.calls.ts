import { z } from 'zod'
import { choice, datetime, int, text } from '#kit/fields/shared.ts'
import { answerOf, post, rowAnswer } from '#kit/shared/call.ts'
import { memberPhone } from '../members.rules.ts'
import { USER_TYPES } from '../user/user.choices.ts'

/** By what a consumer is known at the sign-in. */
export const LOGIN_KINDS = [
  { value: 'phone', label: '手机验证码' },
  { value: 'wechat', label: '公众号授权' },
  { value: 'routine', label: '小程序授权' },
  { value: 'alipay', label: '支付宝授权' },
  { value: 'apple', label: 'Apple登录' },
  { value: 'uid', label: '应用代登录' },
] as const
export type LoginKind = (typeof LOGIN_KINDS)[number]['value']

/** What a code to the phone of a consumer is for. */
export const CODE_SCENES = [
  { value: 'customerLogin', label: '登录' },
  { value: 'customerErase', label: '注销' },
] as const

const phone = memberPhone()

/** Members §2.5. */
export const openLoginCalls = {
  code: post('/open/customer/code', {
    title: '发送登录验证码',
    open: 'any',
    perMinute: 300,
    input: {
      phone: { ...phone, required: true },
      scene: choice('用途', CODE_SCENES, { initial: 'customerLogin' }),
    },
    answer: answerOf(z.object({ sent: z.literal(true) })),
  }),
  login: post('/open/customer/login', {
    title: '客户登录',
    open: 'any',
    perMinute: 1200,
    quiet: true,
    input: {
      kind: choice('登录方式', LOGIN_KINDS, { required: true }),
      /** of wechat, routine or alipay: the code of the platform; of apple: its identity token; of a phone: the code sent to it */
      code: text('授权码', { max: 4000 }),
      /** with one of these: bound at once, with phoneCode */
      phone,
      phoneCode: text('验证码', { max: 10 }),
      /** of uid: asked by applications that keep their customers themselves (scope member) */
      uid: int('用户', { min: 1 }),
      inviteCode: text('邀请码', { max: 30 }),
      spreadUid: int('推广人', { min: 1 }),
      userType: choice('终端', USER_TYPES, { initial: 'h5' }),
      storeId: int('门店', { min: 1 }),
      /** what brought the registration: landing page, message, code */
      source: text('来源', { max: 30 }),
      sourceId: int('来源活动', { min: 1 }),
      device: text('设备号', { max: 100 }),
    },
    answer: rowAnswer({
      customerToken: text('会话', { max: 100 }),
      uid: int('用户', { required: true }),
      expireTime: datetime('有效期至', { required: true }),
      /** 1: somebody new */
      isNew: int('新用户', { initial: 0 }),
      /** 1: an erasure waits, and can be taken back until eraseTime */
      lifeStatus: int('生命状态', { initial: 0 }),
      eraseTime: datetime('注销时间'),
    }),
  }),
}
