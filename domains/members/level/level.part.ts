import { joinFacts } from '#kit/shared/room.ts'

/** Levels, growth, membership, tasks, sign-in and configuration. Members §3. */
export const levelFacts = joinFacts()
