import { conflict } from '#kit/shared/errors.ts'
import { guardState } from '#kit/shared/states.ts'
import { HANDLED, TASK, taskTable } from './shipTask.entity.ts'

/** The goods of these have left. */
const GONE: readonly number[] = [TASK.shipped, TASK.signed]

export const isHandled = (status: number): boolean => HANDLED.some((one) => one === status)

/** 409 货物已出库，请走售后流程. Warehouse §12. */
export function checkNotGone(status: number): void {
  if (GONE.includes(status)) throw conflict('货物已出库，请走售后流程')
}

/** Where a step leads; 409 当前状态为{状态}，不能{动作} where it may not be taken. Warehouse §12. */
export function nextStatus<A extends keyof typeof taskTable.actions>(
  status: number,
  step: A,
): (typeof taskTable.actions)[A]['to'] {
  guardState(taskTable, step, status)
  return taskTable.actions[step].to
}

/** The day a task is planned for: tomorrow once the cut-off has passed. Both as HH:mm. Warehouse §4.3. */
export const isPastCutOff = (now: string, cutOff: string): boolean => cutOff !== '' && now >= cutOff
