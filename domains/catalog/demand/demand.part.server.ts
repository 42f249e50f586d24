import { declareCompanyColumn } from '#domains/parties/parties.door.ts'
import type { Tx } from '#kit/server/database.ts'
import { declareEntityRef, declareUse } from '#kit/server/refs.ts'
import type { ServerPart } from '#kit/server/room.ts'
import { feedbackServed, feedbackTasks } from './feedback.server.ts'
import { pictureExport, pictureServed } from './pictures.server.ts'
import { pictureBatch } from './picturesImport.server.ts'
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

/** Comments, pictures and purchase intentions. Catalog §3.6, §4.3. */
export const demandServer: ServerPart = {
  served: [...replyServed, ...pictureServed, ...purposeServed, ...feedbackServed],
  tasks: [...replyTasks, pictureBatch, pictureExport, ...purposeTasks, ...feedbackTasks],
  jobs: [purposeClose],
  registers: [
    ...replyRegistrations,
    declareEntityRef('purposeProduct', 'purposeTitle'),
    declareUse('sku', purposesOfSkus),
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
