import { z } from 'zod'
import type { Db } from '#kit/server/database.ts'
import type { PackDefinition } from '#kit/server/fileTask.ts'
import { readRow } from '#kit/server/rows.ts'
import { createWorkbook } from '#kit/server/spreadsheet/spreadsheet.ts'
import { nextTaskNo, type StartedTask, startBatch } from '#kit/server/tasks/start.ts'
import { inTransaction, recordChange } from '#kit/server/transaction.ts'
import type { Who } from '#kit/server/who.ts'
import { audienceCount, audienceStream } from '../rule/audience.server.ts'
import { type Audience, BY_CONDITIONS } from '../rule/audience.ts'
import { checkRule } from '../rule/check.server.ts'
import { type Rule, readRule } from '../rule/rule.rules.ts'
import { type Refused, trySome } from '../user/trySome.server.ts'
import { giveTags, takeTags } from './hand.server.ts'
import { userTag } from './userTag.entity.ts'

/** So many users are tagged in one transaction. */
const AT_ONCE = 500

const params = z.object({
  tagId: z.number(),
  mode: z.enum(['add', 'remove']),
  conditions: z.unknown(),
})

const meantBy = (conditions: Rule): Audience => ({
  channelIds: [],
  customerScope: BY_CONDITIONS,
  customerIds: [],
  conditions,
})

/** Tags some users by hand; answers who was refused. */
const tagSome = (
  db: Db,
  who: Who,
  { tagId, mode }: { tagId: number; mode: 'add' | 'remove' },
  uids: readonly number[],
): Promise<Refused[]> =>
  trySome(db, who, uids, (tx, some) => {
    const given = { uids: some, tagIds: [tagId] }
    return mode === 'add' ? giveTags(tx, given) : takeTags(tx, given)
  })

/** Tags everybody whom conditions mean, within the person's data scope; who could not be tagged stands in a sheet. Members §4.4. */
export const tagPack: PackDefinition = {
  kind: 'pack',
  taskKind: 4,
  bizType: 'userTagSearch',
  title: '按条件批量打标',
  permission: 'admin:user:tag:batch',
  extension: 'xlsx',
  async write(db, who, given, target, progress) {
    const { tagId, mode, conditions } = params.parse(given)
    const read = readRule(conditions)
    if ('reason' in read) throw new Error(read.reason)
    const aud = meantBy(read.value)
    const all = await audienceCount(db, who, aud)
    const columns = [
      { title: '用户ID', width: 14 },
      { title: '结果', width: 10 },
      { title: '原因', width: 40 },
    ]
    const book = createWorkbook(target, { sheets: [{ name: '打标结果', columns }] })
    let done = 0
    for await (const uids of audienceStream(db, who, aud))
      for (let at = 0; at < uids.length; at += AT_ONCE) {
        await progress(Math.min(done, all), Math.max(all, 1))
        const some = uids.slice(at, at + AT_ONCE)
        for (const { uid, reason } of await tagSome(db, who, { tagId, mode }, some))
          await book.addRow(0, [String(uid), '失败', reason])
        done += some.length
      }
    await book.addRow(0, [`共${done}名用户`, '完成', ''])
    await book.end()
    await progress(Math.max(all, 1), Math.max(all, 1))
  },
}

/** Starts it as a task. 404; 422 as checkRule. */
export async function batchBySearch(
  db: Db,
  who: Who,
  { tagId, mode, conditions }: { tagId: number; mode: 'add' | 'remove'; conditions: Rule },
): Promise<StartedTask> {
  const tag = await readRow(db, who, userTag, tagId)
  const rule = await checkRule(db, who, conditions)
  const taskNo = await nextTaskNo(db)
  return inTransaction(db, who, async (tx) => {
    recordChange(tx, {
      type: userTag.name,
      id: tagId,
      title: tag.name,
      before: { 操作: '' },
      after: { 操作: mode === 'add' ? '按条件批量打标' : '按条件批量移除' },
    })
    return startBatch(tx, who, tagPack, taskNo, { params: { tagId, mode, conditions: rule } })
  })
}
