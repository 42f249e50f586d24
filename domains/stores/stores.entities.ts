import { store } from './store.entity.ts'
import { storeStaff } from './storeStaff.entity.ts'

/** What the room stores with the fields that a person knows; its tables follow from them. Architecture §3. */
export const storesEntities = [store, storeStaff] as const
