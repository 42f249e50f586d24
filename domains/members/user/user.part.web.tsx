import { joinWeb } from '#kit/web/room.ts'

/** Users and their groups. Members §2, §4.1. */
export const userWeb = joinWeb()
