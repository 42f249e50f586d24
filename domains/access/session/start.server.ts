import type { RoomContext } from '#kit/server/room.ts'

type Start = Pick<RoomContext, 'settings' | 'version' | 'secretKey'>

let start: Start | undefined

/** Gives what login, captcha and stored secrets need of the start. */
export function keepStart(context: RoomContext): void {
  start = context
}

export function theStart(): Start {
  if (start === undefined) throw new Error('The room access was used before it was registered')
  return start
}
