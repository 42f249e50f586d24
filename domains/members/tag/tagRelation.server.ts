import { sql } from 'kysely'
import type { Db, Tx } from '#kit/server/database.ts'
import { type Figures, rowFigure } from '#kit/server/figures.ts'
import { enqueueJob } from '#kit/server/jobs.ts'
import { namesFor, referenceFault } from '#kit/server/refs.ts'
import type { JobDefinition } from '#kit/server/room.ts'
import { wholeRow } from '#kit/server/rows.ts'
import { read } from '#kit/server/serve.ts'
import { standardHandlers } from '#kit/server/standard.ts'
import { actorOf, asSystem } from '#kit/server/transaction.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { refuse } from '#kit/shared/errors.ts'
import { endOfRange } from '../rule/audience.server.ts'
import { type Move, noteMoves, settleImplied, uidsOf } from './moves.server.ts'
import { checkNet, lockNet, readNet } from './net.server.ts'
import { RANGE } from './runs.server.ts'
import { FIRST_RANGE, impliersOf, sizeAfter, type TagNet } from './tag.rules.ts'
import { tagRelationCalls as calls } from './tagGroup.calls.ts'
import { EXCLUDES, IMPLIES, RELATION_ENTITY, tagRelation } from './tagRelation.entity.ts'
import { IMPLIED } from './userTag.entity.ts'

type Relation = EntityRow<typeof tagRelation>

export const SETTLE_JOB = 'members.tag.settle'

const isAmongTags = (kind: number): boolean => kind === EXCLUDES || kind === IMPLIES

async function prepare(
  tx: Tx,
  values: Partial<Relation>,
  before: Relation | null,
): Promise<Partial<Relation>> {
  const row = wholeRow(tagRelation, before, values)
  const { kind, fromTagId, toIds } = row
  if (isAmongTags(kind) && toIds.includes(fromTagId)) throw refuse('关联对象不能是标签本身', 'toIds')
  const kept = before?.kind === kind ? before.toIds : []
  const fault = await referenceFault(tx, actorOf(tx), RELATION_ENTITY[kind], toIds, kept)
  if (fault !== null) throw refuse(`关联对象${fault}`, 'toIds')
  const { rows } = await sql`select 1 from "tagRelation" where "isDel" = 0 and "kind" = ${kind}
    and "fromTagId" = ${fromTagId} and "id" <> ${before?.id ?? 0}`.execute(tx)
  if (rows.length > 0) throw refuse('该标签已有这种关系，请在原有的关系中增加关联对象', 'fromTagId')
  return values
}

/** Whoever has the tag gets or loses what it implies, in parts behind the change. */
const settleLater = (tx: Tx, tagIds: readonly number[]) =>
  enqueueJob(tx, SETTLE_JOB, { tagIds: [...new Set(tagIds)] }, { delayMs: 1000 })

async function changed(tx: Tx, row: Relation, before: Relation | null): Promise<void> {
  await lockNet(tx)
  for (const id of new Set([row.fromTagId, before?.fromTagId ?? row.fromTagId]))
    await checkNet(tx, id, 'toIds')
  if (row.kind === IMPLIES || before?.kind === IMPLIES)
    await settleLater(tx, [
      row.fromTagId,
      ...row.toIds,
      ...(before === null ? [] : [before.fromTagId, ...before.toIds]),
    ])
}

const figures: Figures = {
  userNum: rowFigure(
    tagRelation,
    `select "userTag"."userNum" from "userTag" where "userTag"."id" = "tagRelation"."fromTagId"`,
  ),
}

export const relationMaster = standardHandlers(tagRelation, calls, {
  figures,
  prepare,
  saved: changed,
  async deleting(tx, row) {
    if (row.kind === IMPLIES) await settleLater(tx, [row.fromTagId, ...row.toIds])
  },
  async switching(tx, row, status) {
    await lockNet(tx)
    await sql`update "tagRelation" set "status" = ${status} where "id" = ${row.id}`.execute(tx)
    if (status === 1) await checkNet(tx, row.fromTagId, 'status')
    if (row.kind === IMPLIES) await settleLater(tx, [row.fromTagId, ...row.toIds])
  },
})

/** Brings implied tags into accordance with changed relations, for all users, in ranges. */
async function settleAll(db: Db, tagIds: readonly number[], signal: AbortSignal): Promise<number> {
  let done = 0
  let size = FIRST_RANGE
  for (let last = 0; ; ) {
    signal.throwIfAborted()
    const begin = performance.now()
    const to = await endOfRange(db, last, size)
    if (to === null) return done
    const after = last
    await asSystem(db, async (tx) => {
      const net = await readNet(tx)
      const givers = tagIds.flatMap((id) => impliersOf(net, id))
      await settleImplied(tx, net, [...tagIds, ...givers], { kind: 'range', after, to })
      await dropOrphans(tx, net, tagIds, after, to)
    })
    last = to
    size = sizeAfter(size, performance.now() - begin, RANGE)
    done += 1
  }
}

/** What was given by tags that imply it no more goes. */
async function dropOrphans(
  tx: Tx,
  net: TagNet,
  tagIds: readonly number[],
  after: number,
  to: number,
): Promise<void> {
  const moves: Move[] = []
  for (const tagId of tagIds)
    if (impliersOf(net, tagId).length === 0)
      moves.push({
        tagId,
        action: 2,
        source: IMPLIED,
        uids: await uidsOf(
          tx,
          sql`delete from "userTagRel" where "tagId" = ${tagId} and "source" = ${sql.lit(IMPLIED)}
            and "uid" > ${after} and "uid" <= ${to} returning "uid"`,
        ),
      })
  await noteMoves(tx, moves)
}

export const settleJob: JobDefinition = {
  name: SETTLE_JOB,
  title: '按标签关系更新标签',
  timeoutSec: 3600,
  run: (db, { tagIds }, signal) =>
    settleAll(db, Array.isArray(tagIds) ? tagIds.filter((id) => typeof id === 'number') : [], signal),
}

export const relationServed = [
  ...relationMaster.served,
  read(calls.graph, async (db, who) => {
    const { rows } = await sql<Pick<Relation, 'kind' | 'fromTagId' | 'toIds' | 'weight'>>`
      select "kind", "fromTagId", "toIds", "weight" from "tagRelation"
      where "isDel" = 0 and "status" = 1 order by "sort", "id"`.execute(db)
    const wanted = { userTag: new Set<number>(), productTag: new Set<number>(), article: new Set<number>() }
    for (const { kind, fromTagId, toIds } of rows) {
      wanted.userTag.add(fromTagId)
      for (const id of toIds) wanted[RELATION_ENTITY[kind]].add(id)
    }
    const nodes = []
    const known = new Set<string>()
    for (const kind of ['userTag', 'productTag', 'article'] as const)
      for (const [id, label] of await namesFor(db, who, kind, wanted[kind])) {
        nodes.push({ key: `${kind}-${id}`, label, kind })
        known.add(`${kind}-${id}`)
      }
    const edges = rows
      .flatMap(({ kind, fromTagId, toIds, weight }) =>
        toIds.map((to) => ({
          from: `userTag-${fromTagId}`,
          to: `${RELATION_ENTITY[kind]}-${to}`,
          kind,
          weight,
        })),
      )
      .filter(({ from, to }) => known.has(from) && known.has(to))
    return { nodes, edges }
  }),
]
