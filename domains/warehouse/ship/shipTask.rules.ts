import { conflict } from '#kit/shared/errors.ts'
import { TASK, TASK_STATES } from './shipTask.entity.ts'

/** What is done with a task: where it may be, and where it goes. Warehouse §5.2. */
const STEPS = {
  withdraw: { label: '撤回', from: [TASK.waits, TASK.short], to: TASK.cancelled },
  cancelPick: {
    label: '取消拣货',
    from: [TASK.picking, TASK.picked, TASK.sorted, TASK.checked],
    to: TASK.cancelled,
  },
  reallocate: { label: '重新分配', from: [TASK.short], to: TASK.waits },
  shipShort: { label: '缺货发出', from: [TASK.short], to: TASK.waits },
  check: { label: '复核', from: [TASK.picked, TASK.sorted], to: TASK.checked },
} as const

type TaskStep = keyof typeof STEPS

/** The goods of these are picked or being picked: the warehouse has to confirm 取消拣货 first. Warehouse §5.2. */
const HANDLED: readonly number[] = [TASK.picking, TASK.picked, TASK.sorted, TASK.checked]
/** The goods of these have left. */
const GONE: readonly number[] = [TASK.shipped, TASK.signed]

export const isHandled = (status: number): boolean => HANDLED.includes(status)

/** 409 货物已出库，请走售后流程. Warehouse §12. */
export function checkNotGone(status: number): void {
  if (GONE.includes(status)) throw conflict('货物已出库，请走售后流程')
}

/** Where a step leads; 409 当前状态为{状态}，不能{动作} where it may not be taken. Warehouse §12. */
export function nextStatus(status: number, step: TaskStep): (typeof STEPS)[TaskStep]['to'] {
  const { label, from, to } = STEPS[step]
  if (from.some((one) => one === status)) return to
  const state = TASK_STATES.find((one) => one.value === status)?.label ?? ''
  throw conflict(`当前状态为${state}，不能${label}`)
}

/** The day a task is planned for: tomorrow once the cut-off has passed. Both as HH:mm. Warehouse §4.3. */
export const isPastCutOff = (now: string, cutOff: string): boolean => cutOff !== '' && now >= cutOff
