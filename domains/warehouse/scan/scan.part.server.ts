import './scan.tables.ts'
import { joinServer } from '#kit/server/room.ts'
import { scanServed } from './scan.server.ts'

/** What handhelds ask. Warehouse §7. */
export const scanServer = joinServer(scanServed)
