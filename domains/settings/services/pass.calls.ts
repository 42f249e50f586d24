import { z } from 'zod'
import { choice, int, money, text } from '#kit/fields/shared.ts'
import { answerOf, get, listAnswer, listInput, paging, post, taskAnswer } from '#kit/shared/call.ts'
import { passRecord, SERVICES } from './passRecord.entity.ts'

const P = '/admin/pass'
const MOBILE = { max: 11, required: true, pattern: /^1[3-9]\d{9}$/, message: '请填写正确的手机号' } as const

const account = text('账号', { max: 50, required: true })
const password = text('密码', { max: 50, required: true })
const phone = text('手机号', MOBILE)
const code = text('验证码', { max: 10, required: true })
const sign = text('短信签名', { max: 8, min: 2 })
const type = choice('服务', SERVICES, { required: true })

const accountAnswer = z.object({ account: z.string(), phone: z.string() })
const stateAnswer = z.object({ status: z.boolean(), info: accountAnswer.nullable() })

const counted = z.object({ open: z.number(), num: z.number(), surp: z.number() })
const infoAnswer = z.object({
  account: z.string(),
  phone: z.string(),
  /** counters of the house itself, filled by hand */
  local: z.boolean(),
  sms: counted.extend({ sign: z.string(), newSign: z.string(), signStatus: z.number().nullable() }),
  copy: counted,
  query: counted,
  dump: counted.extend({ com: z.string(), tempId: z.string(), siid: z.string() }),
})

const recordRow = z.object({
  id: z.number(),
  phone: z.string().optional(),
  content: z.union([z.string(), z.object({ num: z.string() })]).optional(),
  from_name: z.string().optional(),
  to_name: z.string().optional(),
  num: z.string().optional(),
  code: z.string().optional(),
  url: z.string().optional(),
  _resultcode: z.string().optional(),
  add_time: z.number(),
  status: z.number(),
})
export type RecordRow = z.output<typeof recordRow>

const userRecord = get(`${P}/user/record`, {
  title: '服务使用记录',
  input: {
    type,
    status: choice(
      '状态',
      [
        { value: 0, label: '发送中' },
        { value: 1, label: '成功' },
        { value: 2, label: '失败' },
        { value: 3, label: '全部' },
      ],
      { initial: 3 },
    ),
    page: paging.page,
    limit: paging.limit,
  },
  answer: answerOf(
    z.object({ count: z.number(), total: z.number(), data: z.array(recordRow), list: z.array(recordRow) }),
  ),
})

/** Platform §12.1. */
export const passCalls = {
  login: post(`${P}/login`, {
    title: '登录平台服务',
    input: { account, password },
    answer: answerOf(stateAnswer),
    quiet: true,
  }),
  sendUserCode: get(`${P}/sendUserCode`, {
    title: '平台服务验证码',
    change: true,
    input: {
      phone,
      types: choice(
        '用途',
        [
          { value: 0, label: '注册' },
          { value: 1, label: '修改' },
        ],
        { required: true },
      ),
    },
  }),
  register: post(`${P}/register`, {
    title: '注册平台服务',
    input: { account, phone, password, domain: text('域名', { max: 100 }), code },
    quiet: true,
  }),
  logout: get(`${P}/logout`, { title: '退出平台服务', change: true }),
  info: get(`${P}/info`, { title: '平台服务账号', answer: answerOf(infoAnswer) }),
  updatePassword: post(`${P}/update/password`, {
    title: '修改平台服务密码',
    input: { account, phone, code, password },
    quiet: true,
  }),
  validatePhone: post(`${P}/update/phone/validator`, {
    title: '验证平台服务账号',
    input: { account, password },
    quiet: true,
  }),
  updatePhone: post(`${P}/update/phone`, {
    title: '修改平台服务手机号',
    input: { account, phone, code },
  }),
  open: post(`${P}/service/open`, {
    title: '开通平台服务',
    input: {
      type,
      sign,
      com: text('快递公司编码', { max: 32 }),
      tempId: text('面单模板', { max: 100 }),
      toName: text('寄件人', { max: 50 }),
      toTel: text('寄件电话', { max: 11, pattern: /^1[3-9]\d{9}$/, message: '请填写正确的手机号' }),
      toAddress: text('寄件地址', { max: 200 }),
      siid: text('打印机编号', { max: 100 }),
    },
  }),
  userRecord,
  topUp: post(`${P}/topUp`, {
    title: '手工充值',
    input: {
      type,
      num: int('数量', { required: true, min: 1, max: 10_000_000 }),
      amount: money('金额', { min: 0, initial: 0 }),
      remark: text('备注', { max: 200 }),
    },
  }),
  modifySign: post('/admin/sms/modify/sign', {
    title: '修改短信签名',
    input: { sign: text('短信签名', { max: 8, min: 2, required: true }), phone, code },
  }),
  records: get(`${P}/record/list`, {
    title: '服务用量记录',
    permission: userRecord.permission,
    input: listInput(passRecord),
    answer: listAnswer(passRecord.all),
  }),
  exportRecords: post(`${P}/record/export`, {
    title: '导出服务用量记录',
    input: { ...listInput(passRecord), columns: text('导出列', { max: 2000 }) },
    answer: taskAnswer,
    business: 5,
  }),
}
