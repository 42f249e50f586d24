import { sql } from 'kysely'
import type { Db, Tx } from '#kit/server/database.ts'
import type { Figures } from '#kit/server/figures.ts'
import { enqueueJob } from '#kit/server/jobs.ts'
import { joinRows } from '#kit/server/joins.ts'
import { keptAnswers } from '#kit/server/keptAnswers.ts'
import { answerPage } from '#kit/server/list.ts'
import { namesFor, namesOf } from '#kit/server/refs.ts'
import { deleteRow, insertRow, lockRow, readRow, updateRow, wholeRow } from '#kit/server/rows.ts'
import { change, read, type Served } from '#kit/server/serve.ts'
import type { Who } from '#kit/server/who.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { conflict, notFound } from '#kit/shared/errors.ts'
import { vipPlan } from '../membership/membership.entity.ts'
import { livingUsers } from '../tag/figures.server.ts'
import { EQUITY_FACTS } from './equity.rules.ts'
import { forecast } from './forecast.server.ts'
import { levelCalls as calls, levelRow } from './level.calls.ts'
import {
  checkLevel,
  checkPlans,
  lockLevels,
  oddDiscount,
  onlyOfType,
  type PlanLine,
} from './level.check.server.ts'
import { type LevelType, systemUserLevel } from './level.entity.ts'
import { RECALC_JOB } from './level.jobs.server.ts'
import type { GrowthLevel } from './level.rules.ts'
import { levelCache } from './levels.server.ts'

type Level = EntityRow<typeof systemUserLevel>

const kept = keptAnswers<ReadonlyMap<number, number>>(1)

/** How many users have each level, of whatever type; kept for all of them at once until a user changes. */
function usersOfLevels(db: Db): Promise<ReadonlyMap<number, number>> {
  const held = LEVEL_COLUMNS.map(
    (column) => sql`select ${sql.ref(column)} as "id", count(*)::int as "n" from "user"
      where ${sql.ref(column)} is not null and "isDel" = 0 group by 1`,
  )
  const statement = sql<{ id: number; n: number }>`select "id", sum("n")::int as "n"
    from (${sql.join(held, sql` union all `)}) as "held" group by 1`.compile(db)
  const ask = async () => new Map((await db.executeQuery(statement)).rows.map(({ id, n }) => [id, n]))
  return kept(db, { statement, tables: ['user'], ask })
}

const LEVEL_COLUMNS = ['level', 'paidLevel', 'customerLevel'] as const

const percentOf = (n: number, all: number): number => (all === 0 ? 0 : Math.round((n * 10_000) / all) / 100)

const figures: Figures = {
  userNum: usersOfLevels,
  async userRate(db, ids) {
    const [counts, all] = [await usersOfLevels(db), await livingUsers(db)]
    return new Map(ids.map((id) => [id, percentOf(counts.get(id) ?? 0, all)]))
  },
  async equityNum(db, ids) {
    const levels = await levelCache.read(db)
    const inForce = (id: number) => levels.get(id)?.equities.filter((one) => one.status === 1) ?? []
    return new Map(ids.map((id) => [id, inForce(id).length]))
  },
}

async function plansOf(db: Db, levelIds: readonly number[], open: boolean) {
  if (levelIds.length === 0) return new Map<number, EntityRow<typeof vipPlan>[]>()
  let query = db
    .selectFrom('vipPlan')
    .selectAll()
    .where('levelId', 'in', [...levelIds])
    .where('isDel', '=', 0)
  if (open) query = query.where('status', '=', 1)
  const rows = await query.orderBy('sort', 'desc').orderBy('id').execute()
  return Map.groupBy(rows, (row) => row.levelId)
}

/** Levels of a type with what is told of them, by grade. */
async function levelsOf(db: Db, who: Who, levelType: LevelType, isShow: 0 | 1 | null) {
  let query = db
    .selectFrom('systemUserLevel')
    .selectAll()
    .where('levelType', '=', levelType)
    .where('isDel', '=', 0)
  if (isShow !== null) query = query.where('isShow', '=', isShow)
  const rows = await query.orderBy('grade').execute()
  const plans = await plansOf(
    db,
    rows.map((row) => row.id),
    true,
  )
  const told = rows.map((row) => ({ ...row, plans: plans.get(row.id) ?? [] }))
  return joinRows(db, who, levelRow, told, null, figures)
}

/** The shown levels of type 1 as they would be with one of them changed. */
async function shownWith(tx: Tx, level: Level, isGone = false): Promise<GrowthLevel[]> {
  const all = await levelCache.read(tx)
  const others: GrowthLevel[] = [...all.values()].filter(
    (one) => one.levelType === 1 && one.isShow === 1 && one.id !== level.id,
  )
  const own = { ...level, experience: level.experience ?? 0 }
  return isGone || level.isShow === 0 ? others : [...others, own]
}

const THRESHOLDS = [
  'experience',
  'keepExperience',
  'grade',
  'needNetAmount',
  'needPayCount',
  'needTaskId',
  'isShow',
] as const

const NOBODY = { up: 0, down: 0 }

interface Given {
  preview: 0 | 1
  allowFall: 0 | 1
  plans?: readonly PlanLine[]
  fields: Partial<Level>
}

function partsOf({
  preview = 0,
  allowFall = 0,
  plans,
  ...fields
}: Partial<Level> & { preview?: 0 | 1; allowFall?: 0 | 1; plans?: readonly PlanLine[] }): Given {
  return { preview, allowFall, fields, ...(plans === undefined ? {} : { plans }) }
}

/** Checks and stores a level with its plans; a preview stores nothing. Members §3.1, §3.11. */
async function store(tx: Tx, before: Level | null, { preview, allowFall, plans, fields }: Given) {
  const asked = wholeRow(systemUserLevel, before, fields)
  const level = { ...asked, ...onlyOfType(asked) }
  await checkLevel(tx, level, before)
  if (before === null || plans !== undefined) checkPlans(level.levelType, plans ?? [])
  const isMoved = before === null || THRESHOLDS.some((name) => before[name] !== level[name])
  const moves = level.levelType === 1 && isMoved
  const id = before?.id ?? 0
  const effect = moves ? await forecast(tx, await shownWith(tx, { ...level, id })) : NOBODY
  const told = { id, ...effect, warning: await oddDiscount(tx, { ...level, id }) }
  if (preview === 1) return told
  const values = { ...fields, ...onlyOfType(level) }
  const row =
    before === null
      ? await insertRow(tx, systemUserLevel, values)
      : await updateRow(tx, systemUserLevel, before, values)
  if (plans !== undefined) await storePlans(tx, row.id, plans)
  if (moves && effect.up + (allowFall === 1 ? effect.down : 0) > 0) await askRecalc(tx, allowFall, null)
  return { ...told, id: row.id }
}

/** Everybody's level is worked out anew in the background; `levelId`: only of those who have it. */
async function askRecalc(tx: Tx, fall: 0 | 1, levelId: number | null): Promise<void> {
  await enqueueJob(tx, RECALC_JOB, { fall, levelId }, { uniqueKey: `${RECALC_JOB}:${fall}:${levelId ?? ''}` })
}

/** Lines with an id change the plan they stand for; those that are gone are sold no more. */
async function storePlans(tx: Tx, levelId: number, lines: readonly PlanLine[]): Promise<void> {
  const stored = await tx
    .selectFrom('vipPlan')
    .selectAll()
    .where('levelId', '=', levelId)
    .where('isDel', '=', 0)
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const row of stored) if (!lines.some((one) => one.id === row.id)) await deleteRow(tx, vipPlan, row)
  for (const { id, ...line } of lines) {
    const before = stored.find((one) => one.id === id)
    if (before === undefined) await insertRow(tx, vipPlan, { ...line, levelId })
    else await updateRow(tx, vipPlan, before, line)
  }
}

async function membersIn(tx: Tx, id: number): Promise<number> {
  return (await usersOfLevels(tx)).get(id) ?? 0
}

export const levelServed: readonly Served[] = [
  read(calls.list, (db, who, { levelType, isShow }) => levelsOf(db, who, levelType, isShow)),
  read(calls.page, (db, who, input) =>
    answerPage(db, who, systemUserLevel, calls.page.answer, input, { figures, reads: ['user'] }),
  ),
  read(calls.queryPayLevel, (db, who, { isShow }) => levelsOf(db, who, 2, isShow)),
  read(calls.queryCustomerLevel, (db, who, { isShow }) => levelsOf(db, who, 3, isShow)),
  read(calls.info, async (db, who, { id }) => {
    const row = await readRow(db, who, systemUserLevel, id)
    const plans = (await plansOf(db, [id], false)).get(id) ?? []
    const [told] = await joinRows(db, who, levelRow, [{ ...row, plans }], null, figures)
    if (told === undefined) throw notFound()
    return told
  }),
  change(calls.save, (tx, _who, input) => store(tx, null, partsOf(input))),
  change(calls.update, async (tx, _who, { id, version, ...input }) =>
    store(tx, await lockRow(tx, systemUserLevel, id, { version }), partsOf(input)),
  ),
  change(calls.remove, async (tx, _who, { id }) => {
    const row = await lockRow(tx, systemUserLevel, id)
    const n = await membersIn(tx, id)
    if (n > 0) throw conflict(`该等级下有${n}名会员，不能删除`)
    await storePlans(tx, id, [])
    await deleteRow(tx, systemUserLevel, row)
  }),
  change(calls.use, async (tx, _who, { id, isShow }) => {
    const row = await lockRow(tx, systemUserLevel, id)
    if (row.isShow === isShow) return
    await lockLevels(tx, row.levelType)
    await updateRow(tx, systemUserLevel, row, { isShow })
    if (row.levelType === 1) await askRecalc(tx, isShow === 0 ? 1 : 0, isShow === 0 ? id : null)
  }),
  read(calls.equities, async (db, who, { id }) => {
    const row = await readRow(db, who, systemUserLevel, id)
    const equities = []
    for (const [at, line] of row.equities.entries()) {
      const { of } = EQUITY_FACTS[line.equityCode]
      const names = of === undefined ? undefined : await namesFor(db, who, of, [Number(line.value)])
      equities.push({ ...line, id: at + 1, refName: names?.get(Number(line.value)) ?? '' })
    }
    const { name, levelType, grade, discount, icon } = row
    return {
      level: { id, name, levelType, grade, discount, icon },
      equities: equities.sort((a, b) => b.sort - a.sort),
    }
  }),
  read(calls.all, async (db, _who, { ids, offered, keywords, limit }) => {
    // Chosen levels are named whatever has become of them.
    if (ids.length > 0 && offered !== 1)
      return [...(await namesOf(db, systemUserLevel.name, ids))].map(([value, label]) => ({ value, label }))
    const words = keywords.trim().toLowerCase()
    return [...(await levelCache.read(db)).values()]
      .filter(({ isShow, name }) => isShow === 1 && name.toLowerCase().includes(words))
      .filter(({ id }) => ids.length === 0 || ids.includes(id))
      .slice(0, limit)
      .map(({ id, name }) => ({ value: id, label: name }))
  }),
]
