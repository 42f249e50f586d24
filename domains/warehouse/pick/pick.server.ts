import { type Expression, type SqlBool, sql } from 'kysely'
import { lockRows, updateRow, updateRows } from '#kit/server/rows.ts'
import { change, read } from '#kit/server/serve.ts'
import { standardHandlers } from '#kit/server/standard.ts'
import { servedCounts, tabsOf } from '#kit/server/tabCounts.ts'
import { unfiltered } from '#kit/shared/call.ts'
import { conflict } from '#kit/shared/errors.ts'
import { guardState } from '#kit/shared/states.ts'
import { linesPage } from '../document/linesPage.server.ts'
import { shipTask, shipTaskLine, TASK, TASK_STATES } from '../ship/shipTask.entity.ts'
import { reallocate, shipShort } from '../ship/short.server.ts'
import { cancelPick, setIntercept } from './cancelTask.server.ts'
import { cancelList, finishList } from './finish.server.ts'
import { shortLine } from './missing.server.ts'
import { pickCalls as calls, taskCalls } from './pick.calls.ts'
import { claim, pickLine } from './picking.server.ts'
import { PICK_STATES, pickList, pickListLine, pickTable } from './pickList.entity.ts'
import { makeWave, previewWave } from './wave.server.ts'

/** Lists found by the numbers of what they pick for. */
function picksFor(word: string): Expression<SqlBool> {
  return sql<SqlBool>`"pickList"."id" in (select l."pickListId" from "shipTask" t join "shipTaskLine" k on k."taskId" = t."id"
    join "pickShare" h on h."taskLineId" = k."id" join "pickListLine" l on l."id" = h."pickLineId"
    where lower(${word}) in (lower(t."deliveryNo"), lower(t."orderSubSn"), lower(t."taskSn")))`
}

const listOptions = () => ({ alsoFound: picksFor, reads: [shipTask.name] })

const handlers = standardHandlers(pickList, calls, { joined: true, list: listOptions })
const taskHandlers = standardHandlers(shipTask, taskCalls, {})

const ofLists = [
  read(calls.lines, (db, who, { pickListId: id, ...input }) => {
    const lines = { parent: pickList, id, of: pickListLine, by: 'pickListId' }
    return linesPage(db, who, lines, calls.lines.answer, input, { order: [['seq', 'asc']] })
  }),
  read(calls.preview, previewWave),
  change(calls.generate, (tx, _who, input) => makeWave(tx, input)),
  change(calls.claim, (tx, _who, { id }) => claim(tx, id)),
  change(calls.assign, async (tx, _who, { ids, pickerId }) => {
    const rows = await lockRows(tx, pickList, ids)
    for (const row of rows.values()) {
      guardState(pickTable, 'assign', row.status)
      await updateRow(tx, pickList, row, { pickerId })
    }
  }),
  change(calls.pick, (tx, _who, input) => pickLine(tx, input)),
  change(calls.short, (tx, _who, { lineId, reason }) => shortLine(tx, lineId, reason)),
  change(calls.finish, (tx, _who, { id }) => finishList(tx, id)),
  change(calls.cancel, (tx, _who, { id }) => cancelList(tx, id)),
  change(calls.print, async (tx, _who, { ids }) => {
    const rows = await lockRows(tx, pickList, ids)
    const printTime = new Date()
    for (const row of rows.values())
      await updateRow(tx, pickList, row, { printCount: row.printCount + 1, printTime }, { anyField: true })
  }),
  servedCounts(calls.counts, pickList, 'status', tabsOf(PICK_STATES), listOptions),
]

const ofTasks = [
  read(taskCalls.lines, (db, who, { taskId: id, ...paging }) => {
    const lines = { parent: shipTask, id, of: shipTaskLine, by: 'taskId' }
    const asked = { ...unfiltered, ...paging, keywords: '' }
    return linesPage(db, who, lines, taskCalls.lines.answer, asked, { order: [['id', 'asc']] })
  }),
  change(taskCalls.priority, async (tx, _who, { ids, priority }) => {
    const rows = [...(await lockRows(tx, shipTask, ids)).values()]
    if (rows.some(({ status }) => status !== TASK.waits && status !== TASK.short))
      throw conflict('只有待拣货和缺货的任务可以设置优先级')
    await updateRows(
      tx,
      shipTask,
      rows.map((before) => ({ before, values: { priority } })),
    )
  }),
  change(taskCalls.reallocate, (tx, _who, { id }) => reallocate(tx, id)),
  change(taskCalls.shipShort, (tx, _who, { id }) => shipShort(tx, id)),
  change(taskCalls.intercept, (tx, _who, { id, intercept }) => setIntercept(tx, id, intercept)),
  change(taskCalls.cancelPick, (tx, _who, { id, reason }) => cancelPick(tx, id, reason)),
  servedCounts(taskCalls.counts, shipTask, 'status', tabsOf(TASK_STATES)),
]

export const pickServed = { ...handlers, served: [...handlers.served, ...ofLists] }
export const taskServed = { ...taskHandlers, served: [...taskHandlers.served, ...ofTasks] }
