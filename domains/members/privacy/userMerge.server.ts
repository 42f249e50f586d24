import { createHmac, timingSafeEqual } from 'node:crypto'
import { accountOf } from '#domains/accounts/accounts.door.ts'
import { flag } from '#kit/fields/shared.ts'
import { type Db, jsonb, type Tx } from '#kit/server/database.ts'
import { contextOf } from '#kit/server/points.ts'
import { lockRow, readRow, updateRow } from '#kit/server/rows.ts'
import { own } from '#kit/server/serve.ts'
import { serveDocument } from '#kit/server/serveDocument.ts'
import { actorOf, inTransaction } from '#kit/server/transaction.ts'
import { may, type Who } from '#kit/server/who.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { AppError, conflict, refuse } from '#kit/shared/errors.ts'
import { encodeRow, valuesIn } from '#kit/shared/field.ts'
import { formatMoney } from '#kit/shared/money.ts'
import { toSeconds } from '#kit/shared/time.ts'
import { levelOf } from '../level/levels.server.ts'
import { user } from '../user/user.entity.ts'
import { type Moved, mergeUsers } from './mergeUsers.server.ts'
import { MERGE_WORDS, mergeCalls, mergeDocument, mergeProof, userMerge } from './userMerge.document.ts'

/** Of what is saved all but the proof that it was seen and is meant. */
const SUBMITTED = { ...userMerge.shape, submit: flag('提交') }
const TOKEN_MS = 10 * 60_000
const NOTHING_KEPT = {
  keepNickname: 'to',
  keepAvatar: 'to',
  keepBirthday: 'to',
  keepSpread: 'to',
  keepLevel: 'to',
} as const
const KEPT_DAYS = 180

/** Says that somebody has just seen what a merge does; nobody else can save it, and not for long. */
function tokenOf(db: Db, who: Pick<Who, 'adminId'>, from: number, to: number, until: number): string {
  const text = `merge ${who.adminId} ${from} ${to} ${until}`
  return `${until}.${createHmac('sha256', contextOf(db).secretKey).update(text).digest('hex')}`
}

function checkToken(db: Db, who: Who, from: number, to: number, token: string): void {
  const until = Number(token.split('.')[0])
  const right = Buffer.from(tokenOf(db, who, from, to, until))
  const given = Buffer.from(token)
  const isRight = right.length === given.length && timingSafeEqual(right, given)
  if (!isRight || !(until > Date.now())) throw conflict('预览已过期，请重新预览')
}

/** Carries what a merge that is only tried would have done out of its transaction, which it ends. */
class Tried extends Error {
  readonly moved: Moved[]
  constructor(moved: Moved[]) {
    super('tried')
    this.moved = moved
  }
}

/** Does the merge and takes it back: what it tells is exactly what would happen. */
async function tryMerge(
  db: Db,
  who: Who,
  from: number,
  to: number,
): Promise<{ moved: Moved[]; refusal: string }> {
  try {
    return await inTransaction(db, who, async (tx) => {
      throw new Tried(await mergeUsers(tx, from, to, NOTHING_KEPT))
    })
  } catch (error) {
    if (error instanceof Tried) return { moved: error.moved, refusal: '' }
    if (error instanceof AppError && (error.code === 409 || error.code === 422))
      return { moved: [], refusal: error.message }
    throw error
  }
}

/** One of the two as the preview shows it, masked as everywhere. */
async function sideOf(db: Db, who: Who, uid: number) {
  const row = await readRow(db, who, user, uid)
  const held = await accountOf(db, { accountType: 1, uid })
  const shown = encodeRow({ phone: user.shape.phone, realName: user.shape.realName }, row, (code) =>
    may(who, code),
  )
  return {
    uid,
    userNo: row.userNo,
    nickname: row.nickname,
    phone: String(shown.phone),
    realName: String(shown.realName),
    levelName: (await levelOf(db, row.level))?.name ?? '',
    balance: formatMoney(held?.balance ?? 0),
    experience: row.experience,
    payCount: row.payCount,
    netAmount: formatMoney(row.netAmount),
    createTime: toSeconds(row.createTime),
    lastVisitTime: row.lastVisitTime === null ? null : toSeconds(row.lastVisitTime),
  }
}

type Merge = EntityRow<typeof userMerge>

/** Nobody is in two open merges. */
async function refuseSecond(tx: Tx, row: Pick<Merge, 'fromUid' | 'toUid'>, except: number): Promise<void> {
  const uids = [row.fromUid, row.toUid]
  const other = await tx
    .selectFrom('userMerge')
    .select('mergeNo')
    .where('auditStatus', 'in', [0, 3])
    .where((one) => one.or([one('fromUid', 'in', uids), one('toUid', 'in', uids)]))
    .where('id', '<>', except)
    .where('isDel', '=', 0)
    .executeTakeFirst()
  if (other !== undefined) throw conflict(`用户在待审核的合并单${other.mergeNo}中`)
}

export const mergePart = serveDocument(mergeDocument, {
  async prepare(tx, values, before) {
    const row = { ...before, ...values }
    const { fromUid = 0, toUid = 0 } = row
    const who = actorOf(tx)
    if (fromUid === toUid) throw refuse('保留用户不能同时被合并', 'toUid')
    // Both lie in the scope of who asks.
    for (const uid of [fromUid, toUid]) await readRow(tx, who, user, uid)
    if (before === null) {
      const { token = '', words } = valuesIn(mergeProof, values)
      if (words !== MERGE_WORDS) throw refuse(`请输入“${MERGE_WORDS}”`, 'words')
      checkToken(tx, who, fromUid, toUid, token)
      return valuesIn(SUBMITTED, values)
    }
    if (fromUid !== before.fromUid || toUid !== before.toUid)
      throw refuse('合并的用户不能修改，请新增合并单', 'fromUid')
    return values
  },
  complete: (tx, row) => refuseSecond(tx, row, row.id),
  async approved(tx, row) {
    const both = await tx.selectFrom('user').selectAll().where('id', 'in', [row.fromUid, row.toUid]).execute()
    const moved = await mergeUsers(tx, row.fromUid, row.toUid, row)
    await tx
      .insertInto('mergeSnapshot')
      .values({
        mergeId: row.id,
        fromUid: row.fromUid,
        toUid: row.toUid,
        rows: jsonb({ both }),
        keepUntil: new Date(Date.now() + KEPT_DAYS * 86_400_000),
      })
      .execute()
    const now = await lockRow(tx, userMerge, row.id, { anyScope: true })
    const told = moved.map(({ label, n }) => ({ label, n: String(n) }))
    await updateRow(tx, userMerge, now, { moved: told }, { anyField: true })
  },
})

export const mergeServed = [
  ...mergePart.served,
  own(mergeCalls.preview, async (db, who, { fromUid, toUid }) => {
    const [from, to] = [await sideOf(db, who, fromUid), await sideOf(db, who, toUid)]
    const tried = await tryMerge(db, who, fromUid, toUid)
    const token = tried.refusal === '' ? tokenOf(db, who, fromUid, toUid, Date.now() + TOKEN_MS) : ''
    return { from, to, ...tried, token }
  }),
]

/** What both were before a merge is kept for 180 days; answers how many are gone. */
export async function dropSnapshots(tx: Tx): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('mergeSnapshot')
    .where('keepUntil', '<', new Date())
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
