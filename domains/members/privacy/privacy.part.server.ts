import { joinServer } from '#kit/server/room.ts'

/** How people come, company group buying, privacy and sign-in. Members §2.5, §5.2, §5.3, §10. */
export const privacyServer = joinServer()
