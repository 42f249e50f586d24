import { z } from 'zod'
import { answerOf, idField, post } from '#kit/shared/call.ts'
import { standardCalls } from '#kit/shared/standardCalls.ts'
import { waveStrategy } from './waveStrategy.entity.ts'

const AT = '/admin/wts/pickList/strategy'

/** Saved wave strategies. Warehouse §5.2. */
export const strategyCalls = {
  ...standardCalls(AT, waveStrategy, { without: ['all', 'exportRows'] }),
  run: post(`${AT}/run/:id`, {
    title: '立即执行波次策略',
    input: { id: idField() },
    answer: answerOf(z.object({ result: z.string() })),
  }),
}
