import { joinServer } from '#kit/server/room.ts'

/** Tags, their rules, and lists of who may and may not. Members §4.2–§5.1. */
export const tagServer = joinServer()
