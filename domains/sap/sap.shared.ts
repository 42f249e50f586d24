import { button, type RoomFacts } from '#kit/shared/room.ts'
import pages from './pages.ts'
import { queueCalls } from './queue.calls.ts'
import { sapEntities } from './sap.entities.ts'

export { sapFields } from './sapFields.ts'

/** Doors §2, layer 7. */
export const sapFacts: RoomFacts = {
  name: 'sap',
  layer: 7,
  label: 'SAP对接',
  entities: sapEntities,
  calls: Object.values(queueCalls),
  pages,
  rights: {
    sapQueue: {
      calls: queueCalls,
      reads: [queueCalls.stat],
      buttons: [
        button('重试', queueCalls.retry),
        button('批量重试', queueCalls.retryBatch),
        button('作废', queueCalls.void),
      ],
    },
  },
}
