import type { Db } from '#kit/server/database.ts'
import { declareKeptColumns, keptRows } from '#kit/server/keptRows.ts'
import { notFound } from '#kit/shared/errors.ts'
import { openApp } from './openApp.entity.ts'

export const openAppsKnown = declareKeptColumns(openApp, ['isDel'])

/** 404 where there is no such application: of lists of what belongs to one, which tell nothing else of it. */
export async function refuseUnknown(db: Db, id: number): Promise<void> {
  const known = await keptRows(db, openApp, ['isDel'], [id])
  if (known?.get(id)?.isDel !== 0) throw notFound()
}
