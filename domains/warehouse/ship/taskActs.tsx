import LinesInput from '#kit/fields/lines/web.tsx'
import { int, lines, quantity } from '#kit/fields/shared.ts'
import { type Act, act, callAct } from '#kit/web/actions.tsx'
import type { InputProps } from '#kit/web/fieldUi.ts'
import { openForm } from '#kit/web/form/FormModal.tsx'
import { sentLines } from '#kit/web/form/sentLines.ts'
import { rowsOf } from '#kit/web/lines/line.ts'
import { request } from '#kit/web/request.ts'
import { deliveryCalls } from '../delivery/delivery.calls.ts'
import { taskCalls as calls, taskLineRows } from '../pick/pick.calls.ts'
import { EXPRESS, shipTask, TASK } from './shipTask.entity.ts'
import { isHandled } from './shipTask.rules.ts'

/** What the acts look at. */
export const TASK_READS = [
  'taskSn',
  'status',
  'interceptFlag',
  'logisticsMode',
  'warehouseId',
  'boxes',
] as const

interface Task {
  readonly id: number
  readonly taskSn: string
  readonly status: number
  readonly interceptFlag: number
  readonly logisticsMode: number
  readonly boxes: number
}

const TOUCHES = ['/admin/wts', '/admin/wms']

/** What is done with a ship task besides being picked. Warehouse §5.2. */
export const TASK_ACTS: readonly Act<Task>[] = [
  callAct(calls.reallocate, {
    label: '重新分配',
    closed: ({ status }: Task) => (status === TASK.short ? null : '只有缺货的任务可以重新分配'),
    input: ({ id }: Task) => ({ id }),
    success: '已转为待拣货',
    touches: TOUCHES,
  }),
  callAct(calls.shipShort, {
    label: '缺货发出',
    closed: ({ status }: Task) => (status === TASK.short ? null : '只有缺货的任务可以缺货发出'),
    prompt: ({ taskSn }: Task) => `${taskSn} 只发现有的商品，不足的数量退回订单待发。确定发出吗？`,
    input: ({ id }: Task) => ({ id }),
    success: '已转为待拣货',
    touches: TOUCHES,
  }),
  callAct(calls.intercept, {
    label: '拦截',
    when: ({ interceptFlag }: Task) => interceptFlag === 0,
    closed: ({ status }: Task) => (isHandled(status) ? null : '只有拣货后、出库前的任务可以拦截'),
    prompt: ({ taskSn }: Task) => `拦截 ${taskSn}？装车和发车时会拒绝，直到取消拣货或解除拦截。`,
    input: ({ id }: Task) => ({ id, intercept: 1 as const }),
    success: '已拦截',
    touches: TOUCHES,
  }),
  callAct(calls.intercept, {
    label: '解除拦截',
    when: ({ interceptFlag }: Task) => interceptFlag === 1,
    input: ({ id }: Task) => ({ id, intercept: 0 as const }),
    success: '已解除拦截',
    touches: TOUCHES,
  }),
  callAct(calls.cancelPick, {
    label: '取消拣货',
    danger: true,
    closed: ({ status }: Task) => (isHandled(status) ? null : '只有拣货后、出库前的任务可以取消拣货'),
    reason: '取消原因',
    prompt: ({ taskSn }: Task) => `取消 ${taskSn} 的拣货？分配的库存释放，已拣的商品生成回库移库单。`,
    input: ({ id }: Task, reason: string) => ({ id, reason }),
    success: '已取消拣货',
    touches: TOUCHES,
  }),
]

const { storeName, suk, pickedQty } = taskLineRows
const CHECK_LINES = {
  taskLineId: int('任务行', { list: false, form: false }),
  ...{ storeName, suk, pickedQty },
  qty: quantity('复核数量', { width: 100 }),
}
const Fixed = (props: InputProps) => <LinesInput {...props} fixed />
const CHECK_INPUTS = {
  lines: { Input: Fixed, help: '逐件清点后填写；填写称重时可不清点，按重量核对' },
  boxCount: { help: '每箱一张箱标' },
}

/** 复核: what was picked is counted or weighed, packed into boxes, and gets its delivery. Warehouse §5.3. */
export const checkAct: Act<Task> = act({
  label: '复核',
  permission: deliveryCalls.check,
  closed: ({ status, logisticsMode, interceptFlag }) =>
    logisticsMode === EXPRESS
      ? '快递任务请在包裹管理中复核打包'
      : interceptFlag === 1
        ? '任务已拦截，请先取消拣货'
        : status === TASK.picked || status === TASK.sorted
          ? null
          : '拣货完成后才能复核',
  async run(task) {
    const { list } = await request(calls.lines, { taskId: task.id, limit: 500 })
    const begun = list
      .filter((line) => Number(line.pickedQty) > 0)
      .map((line) => ({ ...line, taskLineId: line.id, qty: null }))
    await openForm({
      of: shipTask,
      calls: { save: deliveryCalls.check },
      id: null,
      title: `复核 ${task.taskSn}`,
      width: 860,
      shape: {
        boxCount: int('箱数', { min: 1, max: 999, required: true }),
        weight: quantity('称重(kg)', {}),
        lines: lines('明细', CHECK_LINES, { max: 500 }),
      },
      groups: [{ fields: ['boxCount', 'weight', 'lines'] }],
      initial: { boxCount: Math.max(1, task.boxes), lines: begun },
      inputs: CHECK_INPUTS,
      complete: (input, values) => ({
        taskId: task.id,
        boxCount: input.boxCount,
        weight: input.weight ?? null,
        // Nothing counted and something weighed: the weight decides. Else what was left empty is none of it.
        lines: rowsOf(values.lines).some(({ qty }) => qty != null)
          ? sentLines(values.lines, ({ taskLineId, qty }) => ({
              taskLineId: Number(taskLineId),
              qty: Number(qty ?? 0),
            }))
          : [],
      }),
      success: '已复核，配送单已生成',
      touches: TOUCHES,
    })
  },
})
