import { sql } from 'kysely'
import type { Db } from '#kit/server/database.ts'
import { readRow } from '#kit/server/rows.ts'
import type { Who } from '#kit/server/who.ts'
import { monthKey, toSeconds } from '#kit/shared/time.ts'
import { user } from '../user/user.entity.ts'
import { standingOf } from './evaluate.server.ts'
import type { Standing } from './level.calls.ts'
import { LEVEL_TYPES } from './level.entity.ts'
import { levelOf } from './levels.server.ts'
import { readMember } from './member.server.ts'
import { getMemberTerms } from './terms.server.ts'

const seconds = (time: Date | null): number | null => (time === null ? null : toSeconds(time))

/** Everything of a user's levels at once, for who may see the user. Members §3.7. */
export async function readStanding(db: Db, who: Who, uid: number): Promise<Standing> {
  const row = await readRow(db, who, user, uid)
  const member = await readMember(db, uid)
  const now = new Date()
  const { growth, levels, mode } = await standingOf(db, member, now)
  const terms = await getMemberTerms(db, uid, now)
  const current = await levelOf(db, member.level)
  const next = levels.find((one) => one.grade > (current?.grade ?? 0))
  const held = { 1: member.level, 2: member.paidLevel, 3: member.customerLevel }
  const ends = { 1: member.levelExpire, 2: member.paidEndTime, 3: null }
  const looks = await looksOf(db, Object.values(held))
  const { rows: used } = await sql<{ equityCode: number; n: number }>`
    select "equityCode", count(*)::int as "n" from "equityUse"
    where "uid" = ${uid} and "month" = ${monthKey(now)} group by 1`.execute(db)
  const { rows: signed } = await sql<{ createDay: string }>`
    select distinct "createDay" from "userSign" where "uid" = ${uid}
      and "createDay" >= (now() at time zone 'Asia/Shanghai')::date - 62 order by 1`.execute(db)
  const of = [terms.levelId, terms.paidLevelId, terms.customerLevelId]
  const equities = []
  for (const id of of)
    for (const equity of (await levelOf(db, id))?.equities ?? []) {
      if (equity.status !== 1) continue
      const { equityCode, name, icon, desc, value } = equity
      const usedNum = used.find((one) => one.equityCode === equityCode)?.n ?? 0
      equities.push({
        equityCode,
        name,
        icon,
        desc,
        value,
        levelName: (await levelOf(db, id))?.name ?? '',
        usedNum,
      })
    }
  return {
    uid,
    nickname: row.nickname,
    avatar: row.avatar,
    userNo: row.userNo,
    experience: member.experience,
    growth,
    growthMode: mode,
    levels: LEVEL_TYPES.map(({ value: levelType }) => {
      const levelId = held[levelType]
      const look = looks.get(levelId ?? 0)
      return {
        levelType,
        levelId,
        name: look?.name ?? '',
        icon: look?.icon ?? '',
        color: look?.color ?? '',
        grade: look?.grade ?? 0,
        discount: look?.discount == null ? '' : look.discount.toFixed(2),
        endTime: seconds(ends[levelType]),
        lockTime: levelType === 1 ? seconds(member.levelLockTime) : null,
        isOn: levelType !== 2 || terms.isPaidMember,
      }
    }),
    next:
      next === undefined
        ? null
        : { name: next.name, experience: next.experience, need: Math.max(0, next.experience - growth) },
    keep: mode === 2 && current !== undefined ? (current.keepExperience ?? current.experience) : null,
    equities,
    signNum: member.signNum,
    signDays: signed.map((one) => one.createDay),
  }
}

async function looksOf(db: Db, ids: readonly (number | null)[]) {
  const known = ids.flatMap((id) => (id === null ? [] : [id]))
  if (known.length === 0) return new Map<number, never>()
  const rows = await db
    .selectFrom('systemUserLevel')
    .select(['id', 'name', 'icon', 'color', 'grade', 'discount'])
    .where('id', 'in', known)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}
