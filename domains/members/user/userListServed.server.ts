import { sql } from 'kysely'
import { CHANNELS } from '#domains/settings/settings.shared.ts'
import type { Db } from '#kit/server/database.ts'
import { type Figures, rowFigure } from '#kit/server/figures.ts'
import { answerPage, columnsPage, dateRange, type ListOptions } from '#kit/server/list.ts'
import { rowScope, scopeCondition } from '#kit/server/scope.ts'
import { read } from '#kit/server/serve.ts'
import { tabCounts } from '#kit/server/tabCounts.ts'
import type { Who } from '#kit/server/who.ts'
import { type Answer, type Page, type Paging, unfiltered } from '#kit/shared/call.ts'
import { memberSettings } from '../config/config.server.ts'
import { maskedPhone } from '../members.rules.ts'
import { tagNameCache, tagsText } from '../tag/tagNames.server.ts'
import { userCalls } from './user.calls.ts'
import { USER_TYPES } from './user.choices.ts'
import { user } from './user.entity.ts'
import { TAB_CONDITIONS, userListInput, userListOptions } from './userList.server.ts'

/** The ids of the tags of a user, which are named from what is kept: to put names into their order costs more than the rows. */
const TAG_IDS = `array_to_string(array(select "userTagRel"."tagId" from "userTagRel"
  where "userTagRel"."uid" = "user"."id" and "userTagRel"."source" <> -1), ',')`

export const userFigures: Figures = {
  // The names come from memory: a statement that joins them costs twice as much.
  tagName: rowFigure(user, TAG_IDS, async (db) => {
    const tags = await tagNameCache.read(db)
    return (told) => tagsText(tags, told)
  }),
}

/** A page of users, with the names of their tags where these are asked for. */
export function usersPage<R>(
  db: Db,
  who: Who,
  answer: Pick<Answer<Page<R>, unknown>, 'shape' | 'encode'>,
  input: Paging,
  options: ListOptions,
): Promise<Page<R>> {
  return answerPage(db, who, user, answer, input, {
    ...options,
    figures: { ...userFigures, ...options.figures },
  })
}

const CHOSEN = sql<boolean>`"user"."status" = 1 and "user"."lifeStatus" = 0`

/** Names of rows of users as options: 昵称(138****1234), masked for everybody. Members §2.7. */
async function optionsOf(
  db: Db,
  who: Who,
  { keywords, ids, offered, limit }: { keywords: string; ids: number[]; offered: 0 | 1; limit: number },
) {
  const named = ids.length > 0 && offered !== 1
  const { input, where } = userListInput({
    ...unfiltered,
    keywords,
    page: 1,
    limit: ids.length > 0 ? 1000 : limit,
  })
  const { list } = await columnsPage(
    db,
    who,
    user,
    { id: user.all.id, nickname: user.shape.nickname, phone: user.shape.phone },
    input,
    {
      // Chosen ones are named whatever became of them.
      ...(named ? { isDel: 'both' as const } : {}),
      where: [
        ...where,
        ...(ids.length === 0 ? [] : [sql<boolean>`"user"."id" = any(${sql.val(ids)}::int[])`]),
        ...(named ? [] : [CHOSEN]),
      ],
    },
  )
  return list.map(({ id, nickname, phone }) => ({
    value: id,
    label: phone === '' ? nickname : `${nickname}(${maskedPhone(phone)})`,
  }))
}

/** Where users come from: how many of each channel and terminal, and how many of them have paid. */
async function channelsOf(db: Db, who: Who, dateLimit: string) {
  const scope = scopeCondition(await rowScope(db, who, user), 'user')
  const range = dateRange(dateLimit)
  const { rows } = await sql<{ channelId: number; userType: string; num: number; payNum: number }>`
    select "channelId", "userType", count(*)::int as "num", (count(*) filter (where "payCount" > 0))::int as "payNum"
    from "user" where "isDel" = 0 and "lifeStatus" in (0, 1)${scope === null ? sql`` : sql` and ${scope}`}
      ${range === null ? sql`` : sql` and "createTime" >= ${range.from} and "createTime" < ${range.to}`}
    group by 1, 2 order by "num" desc, 1, 2`.execute(db)
  const labelOf = (choices: readonly { value: number | string; label: string }[], value: unknown) =>
    choices.find((one) => one.value === value)?.label ?? ''
  return rows.map((row) => ({
    ...row,
    channel: `${labelOf(CHANNELS, row.channelId)} ${labelOf(USER_TYPES, row.userType)}`,
  }))
}

const inList = (column: string, values: string) =>
  values === ''
    ? []
    : [sql<boolean>`${sql.ref(`user.${column}`)}::text = any(${sql.val(values.split(','))}::text[])`]

const DAY_MS = 86_400_000
/** Whoever asks within such a time asks for the same users, so that their count is kept. */
const FALL_KEPT_MS = 60_000

const COUPON_UNUSED = `coalesce((select "userStat"."couponUnused" from "userStat" where "userStat"."uid" = "user"."id"), 0)`

/** Who has bought and not been seen for so many days, the most valuable first. Members §2.2, §2.7. */
async function fallOptions(db: Db, fallDays: number | null): Promise<ListOptions> {
  const days = fallDays ?? (await memberSettings(db, 'stage')).churn_days
  const now = Math.floor(Date.now() / FALL_KEPT_MS) * FALL_KEPT_MS
  const since = new Date(now - (days + 1) * DAY_MS)
  return {
    where: [
      sql<boolean>`"user"."payCount" > 0`,
      sql<boolean>`("user"."lastPayTime" is null or "user"."lastPayTime" <= ${since})`,
      sql<boolean>`("user"."lastVisitTime" is null or "user"."lastVisitTime" <= ${since})`,
    ],
  }
}

export const listServed = [
  read(userCalls.list, async (db, who, asked) => {
    const { input, where } = userListInput(asked)
    const options = await userListOptions(db, who, input)
    return usersPage(db, who, userCalls.list.answer, input, {
      ...options,
      where: [...(options.where ?? []), ...where],
    })
  }),
  read(userCalls.counts, async (db, who, asked) => {
    const { input, where } = userListInput(asked)
    const options = await userListOptions(db, who, { ...input, tab: null })
    return tabCounts(
      db,
      who,
      user,
      input,
      { ...options, where: [...(options.where ?? []), ...where] },
      TAB_CONDITIONS,
    )
  }),
  read(userCalls.fall, async (db, who, { fallDays, ...asked }) => {
    const { input, where } = userListInput(asked)
    const options = await userListOptions(db, who, { ...input, tab: null })
    const fall = await fallOptions(db, fallDays)
    return usersPage(db, who, userCalls.fall.answer, input, {
      ...options,
      where: [...(options.where ?? []), ...where, ...(fall.where ?? [])],
      order: [['netAmount', 'desc']],
      figures: { couponUnused: rowFigure(user, COUPON_UNUSED) },
    })
  }),
  read(userCalls.channels, (db, who, { dateLimit }) => channelsOf(db, who, dateLimit)),
  read(userCalls.ofChannels, async (db, who, { channelIds, userTypes, ...asked }) => {
    const { input, where } = userListInput(asked)
    return usersPage(db, who, userCalls.ofChannels.answer, input, {
      where: [
        ...where,
        ...inList('channelId', channelIds),
        ...inList('userType', userTypes),
        sql<boolean>`"user"."lifeStatus" in (0, 1)`,
      ],
    })
  }),
  read(userCalls.picked, async (db, who, { excludeIds, ...asked }) => {
    const { input, where } = userListInput(asked)
    const without =
      excludeIds.length === 0 ? [] : [sql<boolean>`"user"."id" <> all(${sql.val(excludeIds)}::int[])`]
    return answerPage(db, who, user, userCalls.picked.answer, input, {
      where: [...where, ...without, CHOSEN],
    })
  }),
  read(userCalls.all, async (db, who, { sinceUid, limit }) => {
    const { list } = await columnsPage(
      db,
      who,
      user,
      {
        id: user.all.id,
        nickname: user.shape.nickname,
        avatar: user.shape.avatar,
        level: user.shape.level,
        phone: user.shape.phone,
      },
      { ...unfiltered, page: 1, limit },
      { where: [sql<boolean>`"user"."id" > ${sinceUid}`, CHOSEN], order: [['id', 'asc']] },
    )
    return list.map((row) => ({ ...row, uid: row.id }))
  }),
  read(userCalls.options, (db, who, asked) => optionsOf(db, who, asked)),
]
