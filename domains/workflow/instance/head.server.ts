import type { Selectable } from 'kysely'
import type { Db, Tables } from '#kit/server/database.ts'
import { toSeconds } from '#kit/shared/time.ts'
import { documentPage } from '../binding/page.server.ts'
import { definitionById } from '../definition/compiled.server.ts'
import { staffNames } from '../store/names.server.ts'
import { pageOf } from '../task/node.rules.ts'
import type { InstanceHead } from './instance.calls.ts'

export type InstanceRow = Selectable<Tables['processInstance']>

export const secondsOrNull = (time: Date | null): number | null => (time === null ? null : toSeconds(time))

/** The rows of instances as people are shown them. */
export async function headsOf(db: Db, rows: readonly InstanceRow[]): Promise<InstanceHead[]> {
  const names = await staffNames(
    db,
    rows.map((row) => row.starterId),
  )
  const heads: InstanceHead[] = []
  for (const row of rows) {
    const { process, revision } = await definitionById(db, row.definitionId)
    heads.push({
      id: row.id,
      rootId: row.rootId,
      parentId: row.parentId,
      parentNode: row.parentNode,
      scope: row.scope,
      number: row.number,
      title: row.title,
      definitionId: row.definitionId,
      processName: row.processName,
      processTitle: process.displayName,
      revision,
      state: row.state,
      starter: { id: row.starterId, name: names.get(row.starterId) ?? '' },
      createTime: toSeconds(row.createTime),
      endTime: secondsOrNull(row.endTime),
      expireTime: secondsOrNull(row.expireTime),
      overdue: row.overdue === 1,
      businessType: row.businessType,
      businessId: row.businessId,
      businessUrl: pageOf(process.instanceUrl ?? '', row.businessId) || (await documentPage(db, row)),
    })
  }
  return heads
}
