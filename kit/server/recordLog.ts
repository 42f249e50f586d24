import type { Entity } from '#kit/shared/entity.ts'
import type { Field } from '#kit/shared/field.ts'
import { trust } from '#kit/shared/loose.ts'
import type { recordLogCall } from '#kit/shared/recordLog.ts'
import { toSeconds } from '#kit/shared/time.ts'
import type { Db } from './database.ts'
import { pageOf } from './list.ts'
import type { LoggedChange } from './log.ts'
import { readRow } from './rows.ts'
import { read, type Served } from './serve.ts'
import { may, type Who } from './who.ts'

/**
 * Serves 操作日志 of a record to who may read it, newest first; what they may not see is left out. `readBy` refuses
 * with 404 where more than the person's scope decides who may. Frame §3.
 */
export function recordLogServed(
  of: Entity,
  call: ReturnType<typeof recordLogCall>,
  readBy: (db: Db, who: Who, id: number) => Promise<unknown> = (db, who, id) => readRow(db, who, of, id),
): Served {
  return read(call, async (db, who, { id, page, limit }) => {
    await readBy(db, who, id)
    const base = db.selectFrom('operLog').where('bizType', '=', of.name).where('bizId', '=', id)
    const { n } = await base.select((one) => one.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
    const rows = await base
      .select(['id', 'title', 'adminName', 'time', 'changes'])
      .orderBy('id', 'desc')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute()
    const list = rows.map(({ changes, time, ...row }) => ({
      ...row,
      time: toSeconds(time),
      fields: changedFields(who, of, id, changes),
    }))
    return pageOf(list, n, { page, limit, exactTotal: '1' })
  })
}

/** What the changes of a log row (operLog.changes) say of one record, as on the wire, without what the person may not see. */
export function changedFields(who: Who, of: Entity, id: number, changes: unknown) {
  return trust<readonly LoggedChange[]>(changes)
    .filter((one) => one.type === of.name && one.id === id)
    .flatMap((one) => one.fields)
    .flatMap(({ field, label, before, after }) => {
      const known = of.all[field]
      if (known === undefined || isHidden(who, known)) return []
      const wire = (value: unknown) => wireOf(known, value, (code) => may(who, code))
      return [{ field, label, before: wire(before), after: wire(after) }]
    })
}

const isHidden = (who: Who, { permission }: Field): boolean =>
  permission !== undefined && !may(who, permission)

/** A value as the log keeps it, as on the wire. */
function wireOf(field: Field, value: unknown, allowed: (code: string) => boolean): unknown {
  if (value === null) return null
  return field.encode(field.type === 'datetime' ? new Date(String(value)) : value, allowed)
}
