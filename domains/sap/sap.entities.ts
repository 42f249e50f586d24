import { sapOutbox } from './sapOutbox.entity.ts'

/** What the room stores with the fields that a person knows; its tables follow from them. Architecture §3. */
export const sapEntities = [sapOutbox] as const
