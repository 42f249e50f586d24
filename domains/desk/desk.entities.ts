import { listView } from './listView.entity.ts'
import { recordNote } from './recordNote.entity.ts'

/** What the room stores with the fields that a person knows; its tables follow from them. Architecture §3. */
export const deskEntities = [recordNote, listView] as const
