import type { Demo } from '#kit/server/demo.ts'
import { deliveryCalls } from '../delivery/delivery.calls.ts'
import { pickCalls, taskCalls } from '../pick/pick.calls.ts'

/** A pick list of tasks of a demonstration, picked to its end. */
export async function pickTasks(
  { as }: Demo,
  { warehouseId, taskIds, pickType }: { warehouseId: number; taskIds: readonly number[]; pickType: 1 | 2 },
): Promise<void> {
  const [lead, keeper] = [as('黄志强'), as('陈建军')]
  await lead(pickCalls.generate, { warehouseId, pickType, taskIds: taskIds.join(','), onlyComplete: 0 })
  const { list } = await keeper(pickCalls.list, { warehouseId: String(warehouseId), status: '0' })
  const own = list.find((one) => one.taskCount === taskIds.length)
  if (own === undefined) throw new Error(`Tasks ${taskIds.join()} have no pick list`)
  const { list: picks } = await keeper(pickCalls.lines, { pickListId: own.id, limit: 100 })
  for (const { id: lineId, qty, lotNo } of picks)
    await keeper(pickCalls.pick, { lineId, qty, lotNo, reason: '', scanId: '' })
  await keeper(pickCalls.finish, { id: own.id })
}

/** A task of a demonstration picked by itself and checked into boxes. Answers its delivery. */
export async function pickAndCheck(
  demo: Demo,
  { warehouseId, taskId, boxCount }: { warehouseId: number; taskId: number; boxCount: number },
): Promise<number> {
  await pickTasks(demo, { warehouseId, taskIds: [taskId], pickType: 1 })
  const keeper = demo.as('陈建军')
  const { list: picked } = await keeper(taskCalls.lines, { taskId, limit: 100 })
  const { id } = await keeper(deliveryCalls.check, {
    ...{ taskId, boxCount, weight: null },
    lines: picked.map(({ id: taskLineId, pickedQty: qty }) => ({ taskLineId, qty })),
  })
  return id
}
