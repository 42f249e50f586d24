import { z } from 'zod'
import { fixed, int, money, text } from '#kit/fields/shared.ts'
import {
  answerOf,
  get,
  idField,
  idsField,
  listAnswer,
  listInput,
  post,
  rowsAnswer,
  rowsOf,
} from '#kit/shared/call.ts'
import { nameOf, ruleOf, sameAs } from '#kit/shared/join.ts'
import { standardCalls } from '#kit/shared/standardCalls.ts'
import { invitationCode, inviteRecord } from './invite.entity.ts'

const PREFIX = '/admin/user/invitation'
/** Most codes that are made at once. Members §5.2. */
export const MOST_CODES = 5000
/** Most cards that are printed at once. */
const MOST_CARDS = 200

/** What a code has brought, beside what it is. */
const brought = {
  ownerName: nameOf('ownerId', '归属人', { width: 110 }),
  /** used and most, e.g. 3/10; 3 where there is no limit */
  used: ruleOf(
    invitationCode,
    ['usedNum', 'maxNum'],
    text('已用/上限', { max: 30, width: 100 }),
    ({ usedNum, maxNum }) => (maxNum === 0 ? String(usedNum) : `${usedNum}/${maxNum}`),
  ),
  registerNum: int('注册数', { initial: 0, width: 80 }),
  firstNum: int('首单数', { initial: 0, width: 80 }),
  firstRate: fixed('首单率(%)', { width: 100 }),
  netAmount: money('消费金额', { initial: 0, width: 110 }),
}

const usual = standardCalls(PREFIX, invitationCode, { list: brought })
const { code: _code, ...made } = invitationCode.shape

/** A card of a code, as it is printed. */
const card = {
  id: idField(),
  code: invitationCode.shape.code,
  name: invitationCode.shape.name,
  link: text('链接', { max: 1000 }),
  endTime: invitationCode.shape.endTime,
}

/** Members §5.2. */
export const inviteCalls = {
  ...usual,
  batch: post(`${PREFIX}/batch`, {
    title: '批量生成邀请码',
    input: { ...made, num: int('数量', { required: true, min: 1, max: MOST_CODES }) },
    answer: answerOf(z.object({ num: z.number() })),
    business: 1,
  }),
  check: get(`${PREFIX}/check`, {
    title: '检查邀请码',
    permission: usual.list.permission,
    input: { code: text('邀请码', { max: 30, required: true }) },
    answer: answerOf(z.object({ id: z.number(), name: z.string(), fault: z.string() })),
  }),
  qrcode: get(`${PREFIX}/qrcode/:id`, {
    title: '邀请码二维码',
    input: { id: idField() },
    answer: answerOf(z.object({ code: z.string(), name: z.string(), link: z.string() })),
  }),
  cards: get(`${PREFIX}/print`, {
    title: '打印邀请码',
    input: { ids: idsField('邀请码', MOST_CARDS) },
    answer: rowsAnswer(card),
  }),
  records: get(`${PREFIX}/record/list`, {
    title: '邀请记录',
    input: {
      ...listInput(inviteRecord),
      codeId: int('邀请码', { min: 1 }),
      inviterUid: int('邀请人', { min: 1 }),
    },
    answer: listAnswer(
      rowsOf(inviteRecord, {
        userName: nameOf('uid', '被邀请人', { width: 160 }),
        inviterName: nameOf('inviterUid', '邀请人', { width: 160 }),
        registerTime: sameAs('createTime', inviteRecord.all.createTime),
      }),
    ),
  }),
}

/** Whether somebody may come by a code; asked by applications before the registration. Members §20. */
export const openInviteCheck = get('/open/invite/check', {
  title: '检查邀请码',
  open: 'any',
  perMinute: 600,
  input: { code: text('邀请码', { max: 30, required: true }) },
  answer: answerOf(
    z.object({
      valid: z.boolean(),
      /** why not, '' when it is */
      reason: z.string(),
      /** who invites, masked; '' for codes of the house */
      inviter: z.string(),
    }),
  ),
})

/** The code of the consumer who asks, made when it is first asked for. Members §5.2. */
export const openInviteCode = post('/open/invite/code', {
  title: '我的邀请码',
  open: 'any',
  customer: true,
  answer: answerOf(z.object({ code: z.string(), link: z.string() })),
})
