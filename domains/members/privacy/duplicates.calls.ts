import { choice, int, lines } from '#kit/fields/shared.ts'
import { get, listAnswer, paging } from '#kit/shared/call.ts'
import { user } from '../user/user.entity.ts'

/** What accounts of one person have in common, the surest first. Members §10.3. */
export const LIKENESSES = [
  { value: 'delivery', label: '收货电话是另一账号的手机' },
  { value: 'name', label: '姓名和手机尾号相同' },
  { value: 'address', label: '地址相同' },
] as const
export type Likeness = (typeof LIKENESSES)[number]['value']

/** How sure each is, of 100. */
export const SCORES: Readonly<Record<Likeness, number>> = { delivery: 80, name: 70, address: 50 }

/** Most that are shown of one group. */
export const MOST_SHOWN = 6

const { id, userNo, nickname, phone, realName, payCount, netAmount, createTime, lastVisitTime } = user.all

/** ★ Accounts that are likely of one person. Members §10.3. */
export const duplicateList = get('/admin/user/duplicate/list', {
  title: '重复用户',
  input: { page: paging.page, limit: paging.limit, kind: choice('依据', LIKENESSES) },
  answer: listAnswer({
    id: int('组', { required: true }),
    kind: choice('依据', LIKENESSES, { required: true }),
    score: int('相似度', { required: true }),
    count: int('用户数', { required: true }),
    users: lines('用户', {
      id,
      userNo,
      nickname,
      phone,
      realName,
      payCount,
      netAmount,
      createTime,
      lastVisitTime,
    }),
  }),
})
