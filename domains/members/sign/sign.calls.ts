import { z } from 'zod'
import { answerOf, get, idField, listAnswer, listInput, post, rowsOf } from '#kit/shared/call.ts'
import { userSign } from './userSign.entity.ts'

const info = z.object({
  isOpen: z.boolean(),
  /** days in a row until today, or yesterday while today is open */
  signNum: z.number(),
  signedToday: z.boolean(),
  cycle: z.number(),
  /** what each day of the cycle gives */
  rules: z.array(z.object({ day: z.number(), integral: z.number(), experience: z.number() })),
  /** the day of the cycle that is signed next, or was signed today */
  cycleDay: z.number(),
  /** yyyy-MM-dd of this month */
  days: z.array(z.string()),
})
export type SignInfo = z.output<typeof info>

/** Signing in by customers, and what staff see of it. Members §3.7, §3.10, §20. */
export const signCalls = {
  info: get('/open/signin/info', {
    title: '签到信息',
    open: 'member',
    customer: true,
    answer: answerOf(info),
  }),
  save: post('/open/signin/save', {
    title: '签到',
    open: 'member',
    customer: true,
    answer: answerOf(
      z.object({
        signNum: z.number(),
        integral: z.number(),
        experience: z.number(),
        /** growth after it */
        balance: z.number(),
      }),
    ),
  }),
  list: get('/admin/system/user/level/sign/list', {
    title: '签到记录',
    permission: 'admin:system:user:level:user:info',
    input: { ...listInput(userSign), uid: idField('用户') },
    answer: listAnswer(rowsOf(userSign)),
  }),
}
