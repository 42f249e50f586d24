import type { RoomServer } from '#kit/server/room.ts'

/** The rooms of the house, lowest layer first. The only place that names them all. */
export const rooms: readonly RoomServer[] = []
