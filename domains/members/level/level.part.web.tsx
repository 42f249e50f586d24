import { joinWeb } from '#kit/web/room.ts'

/** Levels, growth, membership, tasks, sign-in and configuration. Members §3. */
export const levelWeb = joinWeb()
