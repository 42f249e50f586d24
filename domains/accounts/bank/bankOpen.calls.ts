import { z } from 'zod'
import { lines } from '#kit/fields/shared.ts'
import { answerOf, post } from '#kit/shared/call.ts'
import { lineFields } from './bankLine.entity.ts'

/** The bank, or who speaks for it, tells of movements on virtual accounts. Orders §8. */
export const bankOpenCalls = {
  notify: post('/open/bank/icbc/notify', {
    title: '推送银行流水',
    open: 'bank',
    input: { lines: lines('流水', lineFields, { min: 1, max: 500, required: true }) },
    answer: answerOf(
      z.object({
        /** movements that were not known before */
        accepted: z.number(),
        /** movements that were told before */
        duplicated: z.number(),
      }),
    ),
    business: 1,
  }),
}
