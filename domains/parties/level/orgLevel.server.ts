import { sql } from 'kysely'
import { dictValues } from '#domains/settings/settings.door.ts'
import type { Db, Tx } from '#kit/server/database.ts'
import { answerPage } from '#kit/server/list.ts'
import { namesOf, refuseWhenUsed } from '#kit/server/refs.ts'
import { insertRow, lockRow, updateRow } from '#kit/server/rows.ts'
import { change, read } from '#kit/server/serve.ts'
import { standardHandlers } from '#kit/server/standard.ts'
import { actorOf } from '#kit/server/transaction.ts'
import { usesBy } from '#kit/server/usesBy.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { refuse } from '#kit/shared/errors.ts'
import { company } from '../company/company.entity.ts'
import type { Star } from './evaluation/evaluation.rules.ts'
import { gradesFit } from './evaluation/evaluation.rules.ts'
import { orgLevelCalls } from './orgLevel.calls.ts'
import { orgLevel, orgLevelLog } from './orgLevel.entity.ts'

type Level = EntityRow<typeof orgLevel>
type Company = EntityRow<typeof company>

/** Levels of a channel are compared with each other, so only one person at a time changes them. */
async function lockChannel(tx: Tx, channelId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('orgLevel'), ${channelId})`.execute(tx)
}

async function checkOrder(tx: Tx, level: Pick<Level, 'channelId' | 'grade' | 'minScore'>, id: number) {
  await lockChannel(tx, level.channelId)
  const others = await tx
    .selectFrom('orgLevel')
    .select(['grade', 'minScore'])
    .where('channelId', '=', level.channelId)
    .where('isDel', '=', 0)
    .where('id', '<>', id)
    .execute()
  if (others.some((one) => one.grade === level.grade)) throw refuse('级别已存在', 'grade')
  if (!gradesFit([...others, level])) throw refuse('级别越高最低得分须越高', 'minScore')
}

async function checkEquities(tx: Tx, equities: readonly string[]): Promise<void> {
  const known = await dictValues(tx, 'sales_equity')
  if (equities.some((one) => !known.some((entry) => entry.dictValue === one)))
    throw refuse('等级权益不存在', 'equities')
}

/** How many companies have each of the levels. */
export const companiesOf = usesBy(company.name, 'orgLevelId', company.label)

export const orgLevelHandlers = standardHandlers(orgLevel, orgLevelCalls, {
  async prepare(tx, values, before) {
    const whole = { ...before, ...values }
    const { channelId, grade, minScore } = whole
    if (before !== null && channelId !== before.channelId)
      await refuseWhenUsed(tx, 'orgLevel', [before.id], () => '该等级下有单位，不能修改渠道')
    if (channelId !== undefined && grade !== undefined && minScore !== undefined)
      await checkOrder(tx, { channelId, grade, minScore }, before?.id ?? 0)
    if (values.equities !== undefined) await checkEquities(tx, values.equities)
    return values
  },
  usedText: () => '该等级下有单位，不能删除',
})

export interface LevelChange {
  /** left out: stays as it is */
  levelId?: number | null
  star?: Star | null
  changeType: 1 | 2 | 3
  channelId?: Level['channelId'] | null
  score?: number | null
  month?: string
  evaluationNo?: string
  remark?: string
}

/**
 * Gives a locked company another level or star and logs from what to what; false when it has both already.
 * The one way either of them changes. Catalog §8.3, invariant 10.
 */
export async function moveLevel(tx: Tx, row: Company, to: LevelChange): Promise<boolean> {
  const levelId = to.levelId === undefined ? row.orgLevelId : to.levelId
  const star = to.star === undefined ? row.star : to.star
  if (levelId === row.orgLevelId && star === row.star) return false
  const names = await namesOf(tx, 'orgLevel', [row.orgLevelId, levelId])
  const nameOf = (id: number | null): string => (id === null ? '' : (names.get(id) ?? ''))
  await updateRow(tx, company, row, { orgLevelId: levelId, star })
  await insertRow(tx, orgLevelLog, {
    companyId: row.id,
    channelId: to.channelId ?? null,
    beforeLevelId: row.orgLevelId,
    beforeLevelName: nameOf(row.orgLevelId),
    afterLevelId: levelId,
    afterLevelName: nameOf(levelId),
    beforeStar: row.star,
    afterStar: star,
    changeType: to.changeType,
    score: to.score ?? null,
    evaluateMonth: to.month ?? '',
    evaluationNo: to.evaluationNo ?? '',
    remark: to.remark ?? '',
    operatorName: actorOf(tx).realName,
  })
  return true
}

export const orgLevelServed = [
  read(orgLevelCalls.log, async (db, who, input) => {
    const { keywords, ...rest } = input
    const words = keywords.trim()
    const pattern = `%${words.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`
    const where =
      words === ''
        ? []
        : [
            sql<boolean>`"orgLevelLog"."companyId" in (select "id" from "company"
              where "orgName" ilike ${pattern} or "orgCode" ilike ${pattern})`,
          ]
    const asked = { ...rest, keywords: '' }
    return answerPage(db, who, orgLevelLog, orgLevelCalls.log.answer, asked, { where, reads: [company.name] })
  }),
  change(orgLevelCalls.set, async (tx, _who, { ids, orgLevelId, star, reason }) => {
    if (orgLevelId === null && star === null) throw refuse('请选择门店等级', 'orgLevelId')
    const level = orgLevelId === null ? null : await lockRow(tx, orgLevel, orgLevelId)
    if (level !== null && level.status === 0) throw refuse('门店等级不存在或已停用', 'orgLevelId')
    let changed = 0
    for (const id of [...ids].sort((a, b) => a - b)) {
      const row = await lockRow(tx, company, id)
      if (level !== null && !row.channelIds.includes(level.channelId))
        throw refuse(`${row.orgName}不在该等级的渠道`, 'orgLevelId')
      const moved = await moveLevel(tx, row, {
        changeType: 3,
        remark: reason,
        ...(level === null ? {} : { levelId: level.id, channelId: level.channelId }),
        ...(star === null ? {} : { star }),
      })
      if (moved) changed += 1
    }
    return { changed }
  }),
]

/** Everybody pays all of it without a level that says less. */
const FULL_RATE = 10_000

/** What a company of a level pays, in hundredths of a percent (95.00 % = 9500). Doors §4. */
export async function orgLevelRate(db: Db, levelId: number | null): Promise<number> {
  if (levelId === null) return FULL_RATE
  const row = await db
    .selectFrom('orgLevel')
    .select('discount')
    .where('id', '=', levelId)
    .where('status', '=', 1)
    .where('isDel', '=', 0)
    .executeTakeFirst()
  return row?.discount == null ? FULL_RATE : Math.round(row.discount * 100)
}
