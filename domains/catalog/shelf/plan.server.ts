import { sql } from 'kysely'
import { type Db, jsonb, type Tx } from '#kit/server/database.ts'
import { enqueueJob } from '#kit/server/jobs.ts'
import { writeErrorLog } from '#kit/server/log.ts'
import type { JobDefinition } from '#kit/server/room.ts'
import { lockRow, updateRow } from '#kit/server/rows.ts'
import { actorOf, asSystem, attempt, touch } from '#kit/server/transaction.ts'
import { may } from '#kit/server/who.ts'
import { AppError, BUSY } from '#kit/shared/errors.ts'
import { BELOW_FLOOR } from '../price/price.rules.ts'
import { carryOutStep } from '../product/skuShelf.server.ts'
import { applyStep } from './applyStep.server.ts'
import { carryOutEdit } from './editStep.server.ts'
import { releaseLines } from './openLine.server.ts'
import { productEdit } from './productEdit.entity.ts'
import { showApply } from './showApply.entity.ts'

const JOB = 'catalog.productSchedule'
/** So many steps that are due at once are done with the approval itself; more are left to the job. */
const AT_ONCE = 100

export type Source = 'showApply' | 'productEdit' | 'batch' | 'channel'

/** One thing to be done with a product at a time. */
export interface Step {
  sourceType: Source
  sourceId: number
  sourceNo: string
  productId: number
  channelId: number
  action: 'putOnShell' | 'offShell' | 'edit'
  skuIds: readonly number[]
  reason: string
  /** null: at once */
  dueTime: Date | null
}

/** A step as it is stored. */
interface PlanRow extends Step {
  id: number
  anyPrice: 0 | 1
  status: 0 | 1 | 2 | 3
  result: string
}

/** Whether the person may put prices below the floor on a shelf. Catalog §4.1. */
const mayAnyPrice = (tx: Tx): boolean => may(actorOf(tx), BELOW_FLOOR)

/**
 * Writes steps down; one that was planned before is not planned again. They are carried out later and by the system:
 * whether prices below the floor are let through is decided by who plans or passes them (or made the document).
 */
export async function planSteps(tx: Tx, steps: readonly Step[], byMaker = false): Promise<void> {
  if (steps.length === 0) return
  const anyPrice = byMaker || mayAnyPrice(tx) ? 1 : 0
  const { adminId, realName } = actorOf(tx)
  await sql`insert into "productPlan" ("sourceType", "sourceId", "sourceNo", "productId", "channelId", "action",
      "skuIds", "reason", "dueTime", "anyPrice", "adminId", "adminName")
    select s."sourceType", s."sourceId", s."sourceNo", s."productId", s."channelId", s."action",
      array(select jsonb_array_elements_text(s."skuIds")::int), s."reason", coalesce(s."dueTime", now()),
      ${anyPrice}::smallint, ${adminId === 0 ? null : adminId}::int, ${realName}
    from jsonb_to_recordset(${jsonb(steps)}) as s ("sourceType" text, "sourceId" int, "sourceNo" text,
      "productId" int, "channelId" int, "action" text, "skuIds" jsonb, "reason" text, "dueTime" timestamptz)
    on conflict do nothing`.execute(tx)
  touch(tx, 'productPlan')
}

/** Does the steps of a document that are due: few of them now, many by the job that follows the commit. */
export async function startSteps(tx: Tx, sourceType: Source, sourceId: number): Promise<void> {
  const due = await tx
    .selectFrom('productPlan')
    .selectAll()
    .where('sourceType', '=', sourceType)
    .where('sourceId', '=', sourceId)
    .where('status', '=', 0)
    .where('dueTime', '<=', sql<Date>`now()`)
    .orderBy('id')
    .execute()
  if (due.length > AT_ONCE) await enqueueJob(tx, JOB, {}, { uniqueKey: JOB })
  else {
    for (const row of due) await doStep(tx, row)
    if (due.length > 0) await follow(tx, sourceType, sourceId)
  }
}

const SOURCES = { showApply: '申请单', productEdit: '资料修改', batch: '定时', channel: '定时' } as const

/** Carries out a locked step and keeps what came of it. */
async function doStep(tx: Tx, row: PlanRow): Promise<void> {
  const { action, sourceType } = row
  const done = await attempt(tx, async () => {
    if (action === 'edit') return carryOutEdit(tx, row.sourceId, row.productId)
    const applied = sourceType === 'showApply'
    if (applied) await applyStep(tx, row.sourceId, row.productId, row.channelId, action)
    return carryOutStep(tx, { ...row, action, applied, source: SOURCES[sourceType] })
  })
  const status = done.reason === undefined ? 1 : 2
  await tx
    .updateTable('productPlan')
    .set({ status, result: done.reason ?? '', doneTime: sql<Date>`now()` })
    .where('id', '=', row.id)
    .execute()
  touch(tx, 'productPlan')
}

/** Taking off again what an application put on is not waited for. */
const isMain = sql`("action" <> 'offShell' or not exists (select 1 from "showApply" a
  where a."id" = "productPlan"."sourceId" and a."applyType" = 1))`

/** Lets a document show how far its steps are, and gives its products free when none waits. Catalog §3.4. */
async function follow(tx: Tx, sourceType: Source, sourceId: number): Promise<void> {
  if (sourceType !== 'showApply' && sourceType !== 'productEdit') return
  const { rows } = await sql<{ waiting: boolean; failed: boolean }>`
    select bool_or("status" = 0) as "waiting", bool_or("status" = 2) as "failed" from "productPlan"
    where "sourceType" = ${sourceType} and "sourceId" = ${sourceId} and ${isMain}`.execute(tx)
  const [found] = rows
  const execStatus = found?.waiting ? 0 : found?.failed ? 2 : 1
  const values = { execStatus, execTime: new Date() } as const
  if (sourceType === 'showApply')
    await updateRow(tx, showApply, await lockRow(tx, showApply, sourceId, { anyScope: true }), values)
  else await updateRow(tx, productEdit, await lockRow(tx, productEdit, sourceId, { anyScope: true }), values)
  if (execStatus !== 0) await releaseLines(tx, sourceType, sourceId)
}

/** The document of a step before the step itself: everybody locks in this order. Doors §5. */
async function lockSource(tx: Tx, { sourceType, sourceId }: Pick<Step, 'sourceType' | 'sourceId'>) {
  if (sourceType === 'showApply') await lockRow(tx, showApply, sourceId, { anyScope: true })
  if (sourceType === 'productEdit') await lockRow(tx, productEdit, sourceId, { anyScope: true })
}

/** Does one step that is due; false when somebody else did it. */
async function takeStep(db: Db, found: PlanRow): Promise<boolean> {
  return asSystem(db, async (tx) => {
    await lockSource(tx, found)
    const row = await tx
      .selectFrom('productPlan')
      .selectAll()
      .where('id', '=', found.id)
      .where('status', '=', 0)
      .forUpdate()
      .executeTakeFirst()
    if (row === undefined) return false
    await doStep(tx, row)
    await follow(tx, row.sourceType, row.sourceId)
    return true
  })
}

/** One that cannot be done at all must not hold up the others; a person is told and may try again. */
async function failStep(db: Db, row: PlanRow, error: unknown): Promise<boolean> {
  if (error instanceof AppError && error.message === BUSY) return false
  await writeErrorLog(db, {
    requestId: '',
    source: 'server',
    path: `job:${JOB}`,
    adminId: null,
    message: error instanceof Error ? error.message : String(error),
    stack: error instanceof Error ? (error.stack ?? '') : '',
  })
  await asSystem(db, async (tx) => {
    await lockSource(tx, row)
    await tx
      .updateTable('productPlan')
      .set({ status: 2, result: '系统错误，请重试或联系管理员', doneTime: sql<Date>`now()` })
      .where('id', '=', row.id)
      .where('status', '=', 0)
      .execute()
    touch(tx, 'productPlan')
    await follow(tx, row.sourceType, row.sourceId)
  })
  return true
}

const BATCH = 200

const dueSteps = (db: Db) =>
  db.selectFrom('productPlan').where('status', '=', 0).where('dueTime', '<=', sql<Date>`now()`)

/** Everything that is due, each step once and in a transaction of its own: one that is killed goes on. Catalog §8.7. */
export const productSchedule: JobDefinition = {
  name: JOB,
  title: '商品定时上下架与资料生效',
  cron: '0 * * * * *',
  due: async (db) => (await dueSteps(db).select('id').limit(1).executeTakeFirst()) !== undefined,
  async run(db, _params, signal) {
    let done = 0
    for (;;) {
      const due = await dueSteps(db).selectAll().orderBy('dueTime').orderBy('id').limit(BATCH).execute()
      let some = false
      for (const row of due) {
        signal.throwIfAborted()
        if (await takeStep(db, row).catch((error: unknown) => failStep(db, row, error))) {
          done++
          some = true
        }
      }
      // What was busy stays for the next minute.
      if (due.length < BATCH || !some) return done
    }
  },
}

/** The products of a document of which some step failed. */
export async function failedProducts(tx: Tx, sourceType: Source, sourceId: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('productPlan')
    .select('productId')
    .distinct()
    .where('sourceType', '=', sourceType)
    .where('sourceId', '=', sourceId)
    .where('status', '=', 2)
    .execute()
  return rows.map((row) => row.productId)
}

/** Makes the failed steps of a document due again and does them; those that are done stay. */
export async function retrySteps(tx: Tx, sourceType: Source, sourceId: number): Promise<void> {
  await tx
    .updateTable('productPlan')
    .set({
      status: 0,
      result: '',
      doneTime: null,
      dueTime: sql<Date>`least("dueTime", now())`,
      // Who tries again may let through what was refused for its price.
      ...(mayAnyPrice(tx) ? { anyPrice: 1 } : {}),
    })
    .where('sourceType', '=', sourceType)
    .where('sourceId', '=', sourceId)
    .where('status', '=', 2)
    .execute()
  touch(tx, 'productPlan')
  await startSteps(tx, sourceType, sourceId)
}

/** Steps that wait are not done any more. */
export async function cancelSteps(tx: Tx, sourceType: Source, sourceId: number): Promise<void> {
  await tx
    .updateTable('productPlan')
    .set({ status: 3, doneTime: sql<Date>`now()` })
    .where('sourceType', '=', sourceType)
    .where('sourceId', '=', sourceId)
    .where('status', '=', 0)
    .execute()
  touch(tx, 'productPlan')
}
