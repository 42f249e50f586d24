import type { WebPart } from '#kit/web/room.ts'

/** What accounts bring to the browser at its start. Orders §6.10. */
export const accountWeb: WebPart = {}
