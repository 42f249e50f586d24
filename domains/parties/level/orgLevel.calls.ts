import { z } from 'zod'
import { answerOf, idsField, listAnswer, listInput, post, rowsOf } from '#kit/shared/call.ts'
import { countOf, nameOf } from '#kit/shared/join.ts'
import { standardCalls } from '#kit/shared/standardCalls.ts'
import { company } from '../company/company.entity.ts'
import { orgLevel, orgLevelLog, setLevelShape } from './orgLevel.entity.ts'

/** Catalog §8.6. */
export const orgLevelCalls = {
  ...standardCalls('/admin/system/org/level', orgLevel, {
    list: { companyCount: countOf(company, 'orgLevelId', '单位数') },
  }),
  log: post('/admin/system/org/level/log/list', {
    title: '组织等级日志',
    change: false,
    input: listInput(orgLevelLog),
    answer: listAnswer(rowsOf(orgLevelLog, { orgName: nameOf('companyId', '单位') })),
  }),
  /** a person sets the level or the star of companies, with a reason */
  set: post('/admin/system/org/level', {
    title: '调整等级',
    permission: 'admin:system:org:level:set',
    input: { ids: idsField('单位'), ...setLevelShape },
    answer: answerOf(z.object({ changed: z.number() })),
  }),
}
