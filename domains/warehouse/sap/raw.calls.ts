import { z } from 'zod'
import { answerOf } from '#kit/shared/call.ts'

/** What was sent of a record, as it came; null where a person wrote it. Frame §8. */
export const rawAnswer = answerOf(z.object({ payload: z.unknown() }))
