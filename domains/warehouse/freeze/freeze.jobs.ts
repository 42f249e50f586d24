import type { JobDefinition } from '#kit/server/room.ts'
import { freezeUnsellable } from './lotFreeze.server.ts'

/** After the lots were marked. Warehouse §13 lotWatch. */
const lotFreeze: JobDefinition = {
  name: 'warehouse.lotFreeze',
  title: '冻结不可售批次',
  group: 'WMS',
  cron: '0 35 0 * * *',
  run: (db) => freezeUnsellable(db),
}

export const freezeJobs = [lotFreeze] as const
