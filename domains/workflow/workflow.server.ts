import './workflow.tables.ts'
import { fileURLToPath } from 'node:url'
import type { RoomServer } from '#kit/server/room.ts'
import { workflowFacts } from './workflow.shared.ts'

export const workflowRoom: RoomServer = {
  facts: workflowFacts,
  migrations: fileURLToPath(new URL('./migrations', import.meta.url)),
  served: [],
}
