import { sql } from 'kysely'
import type { Db, Tx } from '#kit/server/database.ts'
import { declareUse } from '#kit/server/refs.ts'
import type { JobDefinition } from '#kit/server/room.ts'
import { lockRow, updateRow } from '#kit/server/rows.ts'
import { change } from '#kit/server/serve.ts'
import { standardHandlers } from '#kit/server/standard.ts'
import { asSystem } from '#kit/server/transaction.ts'
import { usesBy } from '#kit/server/usesBy.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { AppError } from '#kit/shared/errors.ts'
import { readHours } from '#kit/shared/hours.ts'
import { formatDateTime, movedDay, today } from '#kit/shared/time.ts'
import { openTerms } from '../document/document.server.ts'
import { strategyCalls as calls } from './strategy.calls.ts'
import { makeWave } from './wave.server.ts'
import { waveStrategy } from './waveStrategy.entity.ts'

type Strategy = EntityRow<typeof waveStrategy>

const handlers = standardHandlers(waveStrategy, calls, {
  chosen: 'any',
  async prepare(tx, values, before) {
    const warehouseId = values.warehouseId ?? before?.warehouseId
    if (warehouseId !== undefined) await openTerms(tx, warehouseId)
    return values
  },
})

/** Makes the wave that a strategy means now, and remembers what came of it. Nothing to pick is an answer as well. */
async function runStrategy(tx: Tx, row: Strategy): Promise<string> {
  const { warehouseId, channelIds, logisticsModes, priority, pickType, maxTasks, singleFirst, onlyComplete } =
    row
  const made = await makeWave(tx, {
    ...{ warehouseId, channelIds, logisticsModes, priority, pickType, maxTasks, onlyComplete },
    ...{ planDate: movedDay(today(), row.aheadDays), taskIds: [], singleFirst },
  })
  const short = made.shortCount > 0 ? `，${made.shortCount}个任务缺货` : ''
  const result = `${made.waveSn}：${made.listCount}张拣货单，${made.taskCount}个任务${short}`
  await updateRow(tx, waveStrategy, row, { lastTime: new Date(), lastResult: result }, { anyField: true })
  return result
}

/** Whether a moment, HH:mm, lies in the hours of a strategy; without hours it always does. */
export function isWithin(hours: string, now: string): boolean {
  const { start, end } = readHours(hours)
  return hours === '' || (now >= start && now < end)
}

/** Runs every strategy whose time has come, each in a transaction of its own; answers how many made a wave. Warehouse §5.2. */
export async function runDue(db: Db, signal?: AbortSignal): Promise<number> {
  const now = formatDateTime(new Date()).slice(11, 16)
  const { rows } = await sql<{ id: number; hours: string }>`
    select "id", "hours" from "waveStrategy" where "isDel" = 0 and "status" = 1 and "everyMinutes" is not null
      and ("lastTime" is null or "lastTime" <= now() - make_interval(mins => "everyMinutes")) order by "id"`.execute(
    db,
  )
  let made = 0
  for (const { id } of rows.filter((one) => isWithin(one.hours, now))) {
    signal?.throwIfAborted()
    try {
      await asSystem(db, async (tx) => {
        await runStrategy(tx, await lockRow(tx, waveStrategy, id, { anyScope: true }))
      })
      made++
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      await sql`update "waveStrategy" set "lastTime" = now(), "lastResult" = ${error.message.slice(0, 200)} where "id" = ${id}`.execute(
        db,
      )
    }
  }
  return made
}

const served = [
  change(calls.run, async (tx, _who, { id }) => ({
    result: await runStrategy(tx, await lockRow(tx, waveStrategy, id)),
  })),
]

export const strategyServed = { ...handlers, served: [...handlers.served, ...served] }

export const waveJob: JobDefinition = {
  name: 'warehouse.waveStrategy',
  title: '按波次策略生成拣货单',
  group: 'WMS',
  cron: '40 * * * * *',
  light: true,
  run: (db, _params, signal) => runDue(db, signal),
}

export const strategyUses = [
  declareUse('warehouse', usesBy(waveStrategy.name, 'warehouseId', waveStrategy.label, { past: true })),
]
