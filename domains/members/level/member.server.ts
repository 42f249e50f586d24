import type { Db, Tx } from '#kit/server/database.ts'
import { conflict, notFound } from '#kit/shared/errors.ts'

const COLUMNS = [
  'id',
  'nickname',
  'level',
  'levelExpire',
  'levelLockTime',
  'customerLevel',
  'paidLevel',
  'paidEndTime',
  'isPaidMember',
  'experience',
  'signNum',
  'payCount',
  'netAmount',
  'lifeStatus',
  'mergeToUid',
] as const

/** A user as levels, growth and membership look at them. */
export type Member = Awaited<ReturnType<typeof memberRow>>

const query = (db: Db, uid: number) => db.selectFrom('user').select(COLUMNS).where('id', '=', uid)
const memberRow = (db: Db, uid: number) => query(db, uid).executeTakeFirstOrThrow()

/** 404 用户不存在, 409 of one who was erased or merged. Members §14. */
function living(row: Member | undefined): Member {
  if (row === undefined) throw notFound('用户不存在')
  if (row.lifeStatus === 2) throw conflict('用户已注销，不能操作')
  if (row.lifeStatus === 3) throw conflict(`用户已合并到${row.mergeToUid}，不能操作`)
  return row
}

/** A living user, locked in their place in the order of locks (doors §5, 8). */
export async function lockMember(tx: Tx, uid: number): Promise<Member> {
  return living(await query(tx, uid).forUpdate().executeTakeFirst())
}

/** A living user. */
export async function readMember(db: Db, uid: number): Promise<Member> {
  return living(await query(db, uid).executeTakeFirst())
}

/** Whose it is now what an event says of a user: the one they were merged into; null once they are erased or unknown. */
export async function presentUid(db: Db, uid: number | null): Promise<number | null> {
  if (uid === null || uid === 0) return null
  const row = await query(db, uid).executeTakeFirst()
  if (row === undefined || row.lifeStatus === 2) return null
  return row.lifeStatus === 3 ? presentUid(db, row.mergeToUid) : row.id
}
