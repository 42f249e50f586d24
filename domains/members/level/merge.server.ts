import { sql } from 'kysely'
import { declareErase, declareMerge, deletesRows, keepsRows, movesUid } from '#kit/server/consumers.ts'
import type { Tx } from '#kit/server/database.ts'
import type { Registration } from '#kit/server/points.ts'
import { postExperience } from './experience.server.ts'
import { levelOf } from './levels.server.ts'
import { lockMember } from './member.server.ts'
import { moveLevel } from './moveLevel.server.ts'

/** Growth goes over by a pair of entries, so that both histories stay; the levels follow. Members §10.3. */
async function mergeGrowth(tx: Tx, from: number, to: number): Promise<number> {
  const left = await lockMember(tx, from)
  const linkId = `merge-${from}-${to}`
  if (left.experience > 0) {
    await postExperience(tx, {
      ...{ uid: from, amount: -left.experience, linkType: 'system', linkId },
      title: `合并到用户${to}`,
    })
    await postExperience(tx, {
      ...{ uid: to, amount: left.experience, linkType: 'system', linkId },
      title: `来自合并的用户${from}`,
    })
  }
  const own = await lockMember(tx, to)
  // A customer level goes over where the other has none.
  const customer = await levelOf(tx, left.customerLevel)
  if (customer === undefined || own.customerLevel !== null) return left.experience > 0 ? 1 : 0
  await moveLevel(tx, own, {
    ...{
      levelType: 3,
      after: customer,
      changeType: 10,
      mark: `合并用户${from}`,
      sourceType: 'merge',
      sourceId: linkId,
    },
  })
  return 1
}

/** Signs, tasks and benefits of a period that both have keep those of the one who stays. */
const movesWhereFree = (table: string, title: string, same: string) => ({
  title,
  async merge(tx: Tx, from: number, to: number): Promise<number> {
    await sql`delete from ${sql.table(table)} f where f."uid" = ${from} and exists (
      select 1 from ${sql.table(table)} t where t."uid" = ${to} and ${sql.raw(same)})`.execute(tx)
    return movesUid(table, title).merge(tx, from, to)
  },
})

/** What becomes of growth, levels, tasks and signs when consumers are merged or erased. Members §10.3, §10.4. */
export const levelConsumerTables: readonly Registration[] = [
  declareMerge('userExperienceRecord', { title: '成长值', merge: mergeGrowth }),
  declareErase('userExperienceRecord', keepsRows('成长值明细')),
  declareMerge('userLevel', { title: '等级变更记录', merge: async () => 0 }),
  declareErase('userLevel', keepsRows('等级变更记录')),
  declareMerge('growthLine', movesUid('growthLine', '订单成长值')),
  declareErase('growthLine', keepsRows('订单成长值')),
  declareMerge(
    'equityUse',
    movesWhereFree(
      'equityUse',
      '权益使用',
      't."equityCode" = f."equityCode" and t."sourceType" = f."sourceType" and t."sourceId" = f."sourceId"',
    ),
  ),
  declareErase('equityUse', keepsRows('权益使用')),
  declareMerge('userSign', movesWhereFree('userSign', '签到记录', 't."createDay" = f."createDay"')),
  declareErase('userSign', deletesRows('userSign', '签到记录')),
  declareMerge(
    'vipTaskRecord',
    movesWhereFree('vipTaskRecord', '任务记录', 't."taskId" = f."taskId" and t."periodKey" = f."periodKey"'),
  ),
  declareErase('vipTaskRecord', deletesRows('vipTaskRecord', '任务记录')),
  declareMerge(
    'vipTaskHit',
    movesWhereFree(
      'vipTaskHit',
      '任务进度',
      't."taskId" = f."taskId" and t."sourceType" = f."sourceType" and t."sourceId" = f."sourceId"',
    ),
  ),
  declareErase('vipTaskHit', deletesRows('vipTaskHit', '任务进度')),
  declareMerge('taskOrderLine', movesUid('taskOrderLine', '任务订单')),
  declareErase('taskOrderLine', keepsRows('任务订单')),
]
