import { goodsForm, settingsOf } from '#domains/settings/settings.door.ts'
import type { Db } from '#kit/server/database.ts'

/** Catalog §8.8. */
export const catalogSettings = (db: Db) => settingsOf(db, goodsForm)
