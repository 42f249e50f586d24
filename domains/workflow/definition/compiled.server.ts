import { cacheGroup } from '#kit/server/cache.ts'
import type { Db } from '#kit/server/database.ts'
import { perDatabase } from '#kit/server/points.ts'
import { type Compiled, compileProcess } from '../engine/compile.ts'
import { processDisabled, processNotFound, subNotFound } from '../engine/refusals.ts'

// A version of 1,000 nodes takes some 2 MB compiled.
const MOST_KEPT = 200

/** By id, the one used last at the end; a version never changes, so nothing here ever becomes old. Workflow §6. */
const keptOf = perDatabase(() => new Map<number, Compiled>())
export const definitionCache = cacheGroup('processDefinition', '流程定义', {
  keys: (db) => [...keptOf(db).keys()].map(String),
  value: (db, key) => keptOf(db).get(Number(key))?.process,
  clear: (db, key) => (key === undefined ? keptOf(db).clear() : keptOf(db).delete(Number(key))),
})

function keep(db: Db, compiled: Compiled): Compiled {
  const kept = keptOf(db)
  kept.delete(compiled.definitionId)
  kept.set(compiled.definitionId, compiled)
  const oldest = kept.keys().next()
  if (kept.size > MOST_KEPT && !oldest.done) kept.delete(oldest.value)
  return compiled
}

/** A version, ready to run; 404 流程未部署. */
export async function definitionById(db: Db, id: number): Promise<Compiled> {
  const found = keptOf(db).get(id)
  definitionCache.note(db, found !== undefined)
  if (found !== undefined) return keep(db, found)
  const row = await db
    .selectFrom('processDefinition')
    .select(['revision', 'json'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (row === undefined) throw processNotFound()
  return keep(db, compileProcess(id, row.revision, row.json))
}

/** The newest enabled version of a name, or the given one; null: none is deployed, or only disabled ones. */
export async function enabledVersion(
  db: Db,
  name: string,
  revision = 0,
): Promise<{ id: number | null; isThere: boolean }> {
  let query = db.selectFrom('processDefinition').select(['id', 'enabled']).where('name', '=', name)
  if (revision > 0) query = query.where('revision', '=', revision)
  const row = await query.orderBy('enabled', 'desc').orderBy('revision', 'desc').executeTakeFirst()
  return { id: row?.enabled === 1 ? row.id : null, isThere: row !== undefined }
}

/**
 * The version a start takes: the newest enabled one, or the given one. 404 PROCESS_NOT_FOUND 流程未部署, 409
 * PROCESS_DISABLED 流程已停用. `revision` 0: the newest. Workflow §3.2.
 */
export async function newestEnabled(db: Db, name: string, revision = 0): Promise<Compiled> {
  const { id, isThere } = await enabledVersion(db, name, revision)
  if (id === null) throw isThere ? processDisabled() : processNotFound()
  return definitionById(db, id)
}

/** The same for a process that another one calls: 422 SUB_NOT_FOUND 子流程「x」未部署或已停用. Workflow §3.8. */
export async function calleeNamed(db: Db, name: string, revision = 0): Promise<Compiled> {
  const { id } = await enabledVersion(db, name, revision)
  if (id === null) throw subNotFound(name)
  return definitionById(db, id)
}
