import { joinFacts } from '#kit/shared/room.ts'

/** Users and their groups. Members §2, §4.1. */
export const userFacts = joinFacts()
