import './sap.tables.ts'
import { fileURLToPath } from 'node:url'
import { declareForms } from '#domains/settings/settings.door.ts'
import type { RoomServer } from '#kit/server/room.ts'
import { deliverDue, failedScene, isAnyDue } from './deliver.server.ts'
import { queueServed } from './queue.server.ts'
import { sapForm } from './sap.config.server.ts'
import { sapFacts } from './sap.shared.ts'

export const sapRoom: RoomServer = {
  facts: sapFacts,
  migrations: fileURLToPath(new URL('./migrations', import.meta.url)),
  served: queueServed,
  jobs: [
    {
      name: 'sap.outbox',
      title: '推送SAP队列',
      cron: '*/30 * * * * *',
      due: isAnyDue,
      run: (db, _params, signal) => deliverDue(db, signal),
    },
  ],
  registers: [...declareForms(sapForm), failedScene],
}
