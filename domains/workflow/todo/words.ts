import { formatTime } from '#kit/shared/time.ts'
import { browserZone } from '#kit/web/time/zone.ts'
import type { Countersign, Trace } from '../instance/instance.calls.ts'
import { INSTANCE_STATES } from '../instance/instance.entity.ts'
import { TASK_RESULTS } from '../task/task.entity.ts'

/** A moment (seconds since 1970) as the browser's clock shows it; — for none. */
export const moment = (seconds: number | null): string =>
  seconds === null ? '—' : formatTime(seconds, browserZone)

/** How a task ended; undefined while it is open. */
export const resultOf = (result: string | null) => TASK_RESULTS.find((one) => one.value === result)

export const instanceState = (state: Trace['state']) => INSTANCE_STATES.find((one) => one.value === state)

/** 会签 2/3, and who is for it. */
export function votesText({ total, done, agreed, disagreed }: Countersign): string {
  return `会签进度 ${done}/${total}（同意${agreed}，不同意${disagreed}）`
}

/** An address a process may lead to: a page of this product or a site; null for anything a browser would run. */
export function safeAddress(url: string): string | null {
  return /^(\/(?![/\\])|https?:\/\/)/.test(url) ? url : null
}
