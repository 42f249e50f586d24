import type { Tx } from '#kit/server/database.ts'
import { declareEvent, emit } from '#kit/server/outbox.ts'
import { touch } from '#kit/server/transaction.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { conflict } from '#kit/shared/errors.ts'
import type { Cents } from '#kit/shared/money.ts'
import type { ChangeType } from '../level/level.entity.ts'
import { levelCache, levelOf } from '../level/levels.server.ts'
import type { Member } from '../level/member.server.ts'
import { moveLevel } from '../level/moveLevel.server.ts'
import { forgetTerms } from '../level/terms.server.ts'
import type { userPaidMember } from './membership.entity.ts'
import {
  dayOf,
  daysBetween,
  daysFor,
  type Length,
  leftOf,
  lengthOf,
  moved,
  opened,
  renewed,
  type Segment,
} from './period.rules.ts'

type Paid = EntityRow<typeof userPaidMember>
/** One that ends. */
type Limited = Paid & { endTime: Date }

const EVENT = 'user.vipChanged'
export const vipEvent = declareEvent(EVENT, ['uid', 'levelId', 'action', 'amount'])

type VipAction = 'open' | 'renew' | 'end' | 'refund'

/** Tells the rooms above of a change of somebody's membership. Doors §6. */
export const tellVip = (
  tx: Tx,
  uid: number,
  levelId: number,
  action: VipAction,
  amount: Cents,
): Promise<void> => emit(tx, EVENT, uid, { uid, levelId, action, amount })

/** What has not ended of a locked user's membership, in its order. */
export function livingPaid(tx: Tx, uid: number): Promise<Paid[]> {
  return tx
    .selectFrom('userPaidMember')
    .selectAll()
    .where('uid', '=', uid)
    .where('status', 'in', [0, 1])
    .orderBy('startTime')
    .forUpdate()
    .execute()
}

const isLimited = (row: Paid): row is Limited => row.endTime !== null

/** What an order opens. */
export interface Opening {
  orderId: number
  levelId: number
  source: Paid['source']
  length: Length
  /** cents that a day of the plan costs are these for its length without gifts */
  price: Cents
}

/** Days of a plan without its gifts, counted from a moment. */
function plainDays(start: Date, length: Length): number {
  const { endTime } = opened(start, { ...length, giftDays: 0 })
  return endTime === null ? 0 : lengthOf({ startTime: start, endTime })
}

/** What is left of periods that a higher level takes the place of, in cents. */
async function worthOf(tx: Tx, rows: readonly Limited[], now: Date): Promise<Cents> {
  let value = 0
  for (const row of rows) {
    const { payPrice } = await tx
      .selectFrom('vipOrder')
      .select('payPrice')
      .where('id', '=', row.vipOrderId)
      .executeTakeFirstOrThrow()
    const unused = row.startTime > now ? lengthOf(row) : daysBetween(now, row.endTime)
    value += leftOf(payPrice, unused, lengthOf(row))
  }
  return value
}

/**
 * Opens or appends the period of an order for a locked user: of the same level behind what they have, of a higher one now with
 * the rest of the lower ones as days, of a lower one behind the present. 409 您已是永久会员. Answers the period. Members §3.5.
 */
export async function openPaid(tx: Tx, member: Member, opening: Opening, now: Date): Promise<Segment> {
  const { orderId, levelId, source, length, price } = opening
  const levels = await levelCache.read(tx)
  const gradeOf = (id: number): number => levels.get(id)?.grade ?? 0
  const grade = gradeOf(levelId)
  const rows = (await livingPaid(tx, member.id)).filter((row) => row.endTime === null || row.endTime > now)
  if (!rows.every(isLimited)) throw conflict('您已是永久会员')
  const limited = rows.filter(isLimited)
  const [present] = limited
  let segment: Segment
  const isRenewal = present !== undefined && limited.some((row) => row.levelId === levelId)
  if (present === undefined || gradeOf(present.levelId) < grade) {
    const value = await worthOf(tx, limited, now)
    const more = length.unit === 3 ? 0 : daysFor(value, price, plainDays(now, length))
    for (const row of limited)
      await tx
        .updateTable('userPaidMember')
        .set({ status: 4, ...(row.startTime <= now ? { endTime: now } : {}) })
        .where('id', '=', row.id)
        .execute()
    segment = opened(now, length, { more })
  } else {
    const before = limited.filter((row) => gradeOf(row.levelId) >= grade).at(-1) ?? present
    const anchor = dayOf(before.endTime)
    const start = new Date(before.endTime.getTime() + 1000)
    segment = before.levelId === levelId ? renewed(before, length) : opened(start, length, { anchor })
    await moveLater(
      tx,
      limited.filter((row) => row.startTime > before.startTime),
      segment,
    )
  }
  await tx
    .insertInto('userPaidMember')
    .values({
      uid: member.id,
      levelId,
      ...segment,
      status: segment.startTime <= now ? 1 : 0,
      source,
      vipOrderId: orderId,
    })
    .execute()
  touch(tx, 'userPaidMember')
  await refreshPaid(tx, member, now, { changeType: 6, mark: '开通付费会员', sourceId: String(orderId) })
  await tellVip(tx, member.id, levelId, isRenewal ? 'renew' : 'open', price)
  return segment
}

/** Periods of lower levels wait for as long as one that is put before them lasts; behind a permanent one nothing comes. */
async function moveLater(tx: Tx, rows: readonly Limited[], { startTime, endTime }: Segment): Promise<void> {
  for (const row of rows) {
    const values = endTime === null ? { status: 4 as const } : moved(row, daysBetween(startTime, endTime))
    await tx.updateTable('userPaidMember').set(values).where('id', '=', row.id).execute()
  }
}

/** Periods behind one that is cut move up by so many days. */
export async function moveUp(tx: Tx, uid: number, after: Date, days: number): Promise<void> {
  for (const row of await livingPaid(tx, uid))
    if (row.startTime > after && isLimited(row))
      await tx.updateTable('userPaidMember').set(moved(row, -days)).where('id', '=', row.id).execute()
}

/**
 * Brings a locked user's paid level to what of their periods is in force at a moment: those that are over end, those whose time
 * has come begin. Answers the user as they are now. Members §3.5, §11.
 */
export async function refreshPaid(
  tx: Tx,
  member: Member,
  now: Date,
  { changeType, mark, sourceId }: { changeType: ChangeType; mark: string; sourceId: string },
): Promise<Member> {
  const rows = await livingPaid(tx, member.id)
  let present: Paid | undefined
  for (const row of rows) {
    const isOver = row.endTime !== null && row.endTime < now
    const status = isOver ? 2 : row.startTime <= now ? 1 : 0
    if (status === 1) present = row
    if (status === row.status) continue
    await tx.updateTable('userPaidMember').set({ status }).where('id', '=', row.id).execute()
    if (isOver) await tellVip(tx, member.id, row.levelId, 'end', 0)
  }
  touch(tx, 'userPaidMember')
  const levelId = present?.levelId ?? null
  const ends = rows.filter((row) => row.levelId === levelId && (row.endTime === null || row.endTime >= now))
  const isForEver = ends.some((row) => row.endTime === null)
  const last = ends.at(-1)?.endTime ?? null
  const paid = { paidEndTime: isForEver ? null : last, isPaidMember: present === undefined ? 0 : 1 } as const
  await tx.updateTable('user').set(paid).where('id', '=', member.id).execute()
  touch(tx, 'user')
  forgetTerms(tx, member.id)
  const known = { ...member, ...paid }
  if (levelId === member.paidLevel) return known
  return moveLevel(tx, known, {
    levelType: 2,
    after: (await levelOf(tx, levelId)) ?? null,
    changeType,
    mark,
    sourceType: 'vip',
    sourceId,
  })
}
