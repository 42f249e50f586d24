import { visibleScopes } from '#domains/settings/settings.door.ts'
import type { Db } from '#kit/server/database.ts'
import { referenceFault } from '#kit/server/refs.ts'
import type { Who } from '#kit/server/who.ts'
import { refuse } from '#kit/shared/errors.ts'
import { isNamedScope } from './visible.ts'

interface Visible {
  visibleScope: string
  visibleIds: readonly number[]
}

/** Why channels cannot show something to this scope; null when they can. */
export async function scopeError(
  db: Db,
  scope: string,
  channelIds: readonly number[],
): Promise<string | null> {
  if (scope === '') return null
  const offered = await visibleScopes(db, channelIds)
  return offered.some((one) => one.dictValue === scope) ? null : '所选渠道没有该可见范围'
}

/**
 * Who may see a listing as it is stored: 422 for a scope its channel does not know, and for one that names its objects
 * without any or with some that the person may not refer to; those that it named `before` stay. Catalog §3.5.
 */
export async function checkVisible(
  db: Db,
  who: Who,
  { visibleScope, visibleIds }: Visible,
  channelIds: readonly number[],
  before: Visible,
): Promise<{ visibleScope: string; visibleIds: number[] }> {
  const wrong = await scopeError(db, visibleScope, channelIds)
  if (wrong !== null) throw refuse(wrong, 'visibleScope')
  if (!isNamedScope(visibleScope)) return { visibleScope, visibleIds: [] }
  const ids = [...new Set(visibleIds)]
  if (ids.length === 0) throw refuse('请选择指定对象', 'visibleIds')
  const kept = before.visibleScope === visibleScope ? before.visibleIds : []
  const fault = await referenceFault(db, who, visibleScope, ids, kept)
  if (fault !== null) throw refuse(`指定对象${fault}`, 'visibleIds')
  return { visibleScope, visibleIds: ids }
}
