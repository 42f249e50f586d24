import { joinServer } from '#kit/server/room.ts'

/** Levels, growth, membership, tasks, sign-in and configuration. Members §3. */
export const levelServer = joinServer()
