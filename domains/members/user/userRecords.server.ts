import type { Db } from '#kit/server/database.ts'
import { listPoint, namedPoint, type Registration } from '#kit/server/points.ts'
import { may, type Who } from '#kit/server/who.ts'
import type { Answer, Page } from '#kit/shared/call.ts'
import { toSeconds } from '#kit/shared/time.ts'

interface Asked {
  page: number
  limit: number
}

/** Rows of one kind that a user has, as they travel; the room that owns them says who may read them. */
interface UserRecords {
  /** permission of the owner's own list */
  permission: string
  read(db: Db, who: Who, uid: number, asked: Asked): Promise<Page<unknown>>
}

const records = namedPoint<UserRecords>('Records of users')

/**
 * Registers the rows behind a type of GET /admin/user/infobycondition (0 消费记录, 1 积分明细 … as in Members §2.4), as the list
 * `call` of their owner answers and permits them; a type given twice stops the start.
 */
export const declareUserRecords = <R, W>(
  type: number,
  { permission, answer }: { permission: string; answer: Answer<Page<R>, Page<W>> },
  page: (db: Db, who: Who, uid: number, asked: Asked) => Promise<Page<R>>,
): Registration =>
  records.as(String(type), {
    permission,
    read: async (db, who, uid, asked) =>
      answer.encode(await page(db, who, uid, asked), (code) => may(who, code)),
  })

export const userRecordsOf = (db: Db, type: number): UserRecords | undefined => records.of(db, String(type))

/** Something that happened to a user or that they did. */
export interface Moment {
  time: Date
  text: string
  /** address of where it is shown whole */
  to?: string
}

/** What a room tells in the time line of a user. */
export interface UserMoments {
  /** in the address of the filter: order, level … */
  kind: string
  /** what people filter by: 订单 */
  label: string
  /** permission of the owner's own list; none: whoever may read the user */
  permission?: string
  /** at most `limit` moments before a time, the latest first */
  read(db: Db, uid: number, before: Date, limit: number): Promise<Moment[]>
}

const moments = listPoint<UserMoments>('Moments of users')

/** Registers what a room tells in the time line of a user. Members §2.4 动态. */
export const declareUserMoments = (given: UserMoments): Registration => moments.as(given)

/** The kinds a person may read, in the order of the rooms. */
export const momentKinds = (db: Db, who: Who): UserMoments[] =>
  moments.of(db).filter(({ permission }) => permission === undefined || may(who, permission))

/** One page of the time line: of the wanted kinds (none: all) the latest before a time. */
export async function momentsOf(
  db: Db,
  who: Who,
  uid: number,
  { kinds, before, limit }: { kinds: readonly string[]; before: Date; limit: number },
) {
  const asked = momentKinds(db, who).filter(({ kind }) => kinds.length === 0 || kinds.includes(kind))
  const found = await Promise.all(
    asked.map(async ({ kind, label, read }) =>
      (await read(db, uid, before, limit)).map((one) => ({ ...one, kind, label })),
    ),
  )
  const list = found
    .flat()
    .sort((a, b) => b.time.getTime() - a.time.getTime())
    .slice(0, limit)
    .map(({ time, ...one }) => ({ ...one, time: toSeconds(time) }))
  return { kinds: momentKinds(db, who).map(({ kind: value, label }) => ({ value, label })), list }
}
