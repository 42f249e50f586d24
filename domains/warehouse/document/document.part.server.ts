import { joinServer } from '#kit/server/room.ts'
import { stockinServed } from '../stockin/stockin.server.ts'

/** The documents that post. Warehouse §3, §4.5 to §4.8, §4.11. */
export const documentServer = joinServer(stockinServed)
