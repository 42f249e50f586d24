import { joinWeb, type RoomWeb } from '#kit/web/room.ts'
import { accountWeb } from './account/account.part.web.tsx'
import { bankWeb } from './bank/bank.part.web.tsx'
import { refundNoteWeb } from './refundNote/refundNote.part.web.tsx'

/** The screens of the room. Orders §1. */
export const accountsWeb: RoomWeb = {
  name: 'accounts',
  pages: () => import('./pages.ts'),
  ...joinWeb(accountWeb, refundNoteWeb, bankWeb),
}
