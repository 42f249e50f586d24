import type { Db } from '#kit/server/database.ts'
import { type Compiled, compileProcess } from '../engine/compile.ts'

/** A version as it runs, with what people call it. */
export interface Version extends Compiled {
  displayName: string
}

const MOST = 200
const kept = new Map<string, Version>()

/** A version of a definition, ready to run; it never changes, so it is kept while it is used. Null: not there. */
export async function versionById(db: Db, id: number): Promise<Version | null> {
  const found = kept.get(String(id))
  if (found !== undefined) {
    // Kept in the order of use: what was not asked for longest goes first.
    kept.delete(String(id))
    kept.set(String(id), found)
    return found
  }
  const row = await db.selectFrom('processDefinition').selectAll().where('id', '=', id).executeTakeFirst()
  if (row === undefined) return null
  const version = {
    ...compileProcess(row.id, row.revision, row.json),
    displayName: row.displayName,
  }
  kept.set(String(id), version)
  const [oldest] = kept.keys()
  if (kept.size > MOST && oldest !== undefined) kept.delete(oldest)
  return version
}

/** A version of a name: the given one, or the newest; only an enabled one. Null: not there, or stopped. */
export async function newestVersion(db: Db, name: string, revision = 0): Promise<Version | null> {
  let query = db
    .selectFrom('processDefinition')
    .select('id')
    .where('name', '=', name)
    .where('enabled', '=', 1)
  if (revision > 0) query = query.where('revision', '=', revision)
  const row = await query.orderBy('revision', 'desc').limit(1).executeTakeFirst()
  return row === undefined ? null : versionById(db, row.id)
}
