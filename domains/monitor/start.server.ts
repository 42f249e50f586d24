import type { RoomContext } from '#kit/server/room.ts'

let start: RoomContext | undefined

/** Keeps what the process stands on; once, at its start. */
export function keepStart(context: RoomContext): void {
  start = context
}

export function theStart(): RoomContext {
  if (start === undefined) throw new Error('The room monitor was used before it was registered')
  return start
}
