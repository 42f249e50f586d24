import { declareCompanyColumn } from '#domains/parties/parties.door.ts'
import { declareErase, declareMerge, movesUid } from '#kit/server/consumers.ts'
import type { Tx } from '#kit/server/database.ts'
import { declareKeptColumns } from '#kit/server/keptRows.ts'
import { declareEntityRef, declareUse } from '#kit/server/refs.ts'
import type { ServerPart } from '#kit/server/room.ts'
import { touch } from '#kit/server/transaction.ts'
import { feedbackServed, feedbackTasks } from './feedback.server.ts'
import { pictureExport, pictureServed } from './pictures.server.ts'
import { pictureBatch } from './picturesImport.server.ts'
import { purposeProduct } from './purpose.entity.ts'
import { purposeClose, purposeServed, purposeTasks } from './purpose.server.ts'
import { replyRegistrations, replyServed, replyTasks } from './reply.server.ts'

async function purposesOfSkus(tx: Tx, ids: readonly number[]) {
  const rows = await tx
    .selectFrom('purposeProduct')
    .select('skuIds')
    .where('isDel', '=', 0)
    .where('status', '<', 2)
    .where((where) => where('skuIds', '&&', where.val([...ids])))
    .execute()
  return ids.map((id) => ({ id, place: '意向商品', n: rows.filter((row) => row.skuIds.includes(id)).length }))
}

/** What was said of a product stays, and nobody can tell who said it. Members §10.4. */
async function hideWriter(tx: Tx, uid: number): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('productReply')
    .set({ uid: null, nickname: '已注销用户', avatar: '' })
    .where('uid', '=', uid)
    .executeTakeFirstOrThrow()
  touch(tx, 'productReply')
  return Number(numUpdatedRows)
}

/** Comments, pictures and purchase intentions. Catalog §3.6, §4.3. */
export const demandServer: ServerPart = {
  served: [...replyServed, ...pictureServed, ...purposeServed, ...feedbackServed],
  tasks: [...replyTasks, pictureBatch, pictureExport, ...purposeTasks, ...feedbackTasks],
  jobs: [purposeClose],
  registers: [
    ...replyRegistrations,
    declareEntityRef('purposeProduct', 'purposeTitle'),
    declareKeptColumns(purposeProduct, ['status', 'startTime', 'endTime']),
    declareUse('sku', purposesOfSkus),
    declareMerge('productReply', movesUid('productReply', '商品评论')),
    declareErase('productReply', { title: '商品评论', erase: hideWriter }),
    declareCompanyColumn({
      ...{ table: 'purposeProduct', column: 'scopeIds', many: 'int' },
      only: ['scopeType', 2],
    }),
    declareCompanyColumn({
      ...{ table: 'purposeFeedback', column: 'companyId' },
      twins: ['purposeProductId', 'shoudaId', 'skuId'],
    }),
  ],
}
