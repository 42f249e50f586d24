import { declareEntityRef } from '#kit/server/refs.ts'
import { joinServer } from '#kit/server/room.ts'

/** Users and their groups. Members §2, §4.1. */
export const userServer = joinServer({
  served: [],
  registers: [
    declareEntityRef('user', 'nickname', { column: 'status', value: 1 }),
    declareEntityRef('userGroup', 'groupName'),
  ],
})
