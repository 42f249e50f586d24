import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import { lockRow, readRow, updateRow } from '#kit/server/rows.ts'
import { actorOf, touch } from '#kit/server/transaction.ts'
import { conflict, refuse } from '#kit/shared/errors.ts'
import { refuseGone } from './living.rules.ts'
import { user } from './user.entity.ts'
import { pathBelow, uidsIn } from './user.rules.ts'
import { countSpread, type User } from './userMake.server.ts'

const MOST_PATH = 4000

/** The user and both spreaders, smaller uid first. Doors §5. */
async function lockAround(tx: Tx, uids: readonly (number | null)[]): Promise<void> {
  await sql`select "id" from "user" where "id" = any(${sql.val(uids.filter((one) => one !== null))}::int[])
    order by "id" for update`.execute(tx)
}

/** Paths are read once nobody else is rebinding, and nobody comes below somebody who is being moved. */
async function oneAtATime(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('user spread'))`.execute(tx)
}

const nodesOf = ({ path }: User): number[] => uidsIn(path)

/**
 * Puts a user and everybody below under another spreader; counts and paths of both chains in one transaction. 422 himself or
 * one of his own, 409 the present one. Members §2.6, §12.
 */
export async function setSpreader(tx: Tx, uid: number, spreadUid: number): Promise<void> {
  if (uid === spreadUid) throw refuse('上级推广人不能为自己', 'spreadUid')
  await oneAtATime(tx)
  const asked = await readRow(tx, actorOf(tx), user, uid)
  const above = await readRow(tx, actorOf(tx), user, spreadUid).catch(() => {
    throw refuse('推广人不存在', 'spreadUid')
  })
  refuseGone(asked)
  if (above.lifeStatus > 1) throw refuse('推广人不存在', 'spreadUid')
  if (asked.spreadUid === spreadUid) throw conflict('当前推广人已经是所选人')
  if (nodesOf(above).includes(uid)) throw refuse('不能选择自己的下级作为推广人', 'spreadUid')
  const path = pathBelow(above.path, above.id)
  if (path.length > MOST_PATH) throw refuse('推广层级过多', 'spreadUid')
  await lockAround(tx, [uid, spreadUid, asked.spreadUid])
  await move(tx, asked, { spreadUid, spreadTime: new Date(), path })
}

/** Takes the spreader of a user away; those below stay below. Members §2.3 清除上级推广人. */
export async function takeSpreader(tx: Tx, uid: number): Promise<void> {
  await oneAtATime(tx)
  const asked = await readRow(tx, actorOf(tx), user, uid)
  refuseGone(asked)
  if (asked.spreadUid === null) throw conflict('该用户没有上级推广人')
  await lockAround(tx, [uid, asked.spreadUid])
  await move(tx, asked, { spreadUid: null, spreadTime: null, path: '' })
}

async function move(
  tx: Tx,
  { id }: User,
  to: Pick<User, 'spreadUid' | 'spreadTime' | 'path'>,
): Promise<void> {
  const before = await lockRow(tx, user, id)
  await countSpread(tx, before.spreadUid, -1)
  await countSpread(tx, to.spreadUid, 1)
  const own = pathBelow(before.path, id)
  const next = pathBelow(to.path, id)
  await sql`update "user" set "path" = ${next} || substr("path", ${own.length + 1})
    where "path" like ${`${own}%`}`.execute(tx)
  await updateRow(tx, user, before, to)
  touch(tx, 'user')
}
