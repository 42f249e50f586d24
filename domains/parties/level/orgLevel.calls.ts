import { z } from 'zod'
import { int, text } from '#kit/fields/shared.ts'
import { answerOf, idsField, listAnswer, listInput, post, rowsOf, standardCalls } from '#kit/shared/call.ts'
import { orgLevel, orgLevelLog, setLevelShape } from './orgLevel.entity.ts'

/** Catalog §8.6. */
export const orgLevelCalls = {
  ...standardCalls('/admin/system/org/level', orgLevel, {
    list: { companyCount: int('单位数', { readOnly: true, width: 80 }) },
  }),
  log: post('/admin/system/org/level/log/list', {
    title: '组织等级日志',
    change: false,
    input: listInput(orgLevelLog),
    answer: listAnswer(rowsOf(orgLevelLog, { orgName: text('单位', { max: 100 }) })),
  }),
  /** a person sets the level or the star of companies, with a reason */
  set: post('/admin/system/org/level', {
    title: '调整等级',
    permission: 'admin:system:org:level:set',
    input: { ids: idsField('单位'), ...setLevelShape },
    answer: answerOf(z.object({ changed: z.number() })),
  }),
}
