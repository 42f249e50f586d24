import { type Step, textOf } from './compile.ts'
import { complete } from './complete.ts'
import { settle } from './enter.ts'
import { call } from './handlers.ts'
import type { InstanceRecord, TaskRecord, TimerRecord } from './records.ts'
import { log, type Run, stepOf, tell, user } from './run.ts'
import { workersOf } from './tasks.ts'
import { clearTimers } from './taskTimers.ts'

/** Reminders of one task. Workflow §3.10. */
const MAX_REMINDERS = 10

/** Something is due. Nothing happens when it was done in the meantime. */
export async function ring(run: Run, timerId: number): Promise<void> {
  const timer = run.timers.all.get(timerId)
  const instance = run.instances.all.get(timer?.instanceId ?? 0)
  if (timer === undefined || instance === undefined) return
  if (timer.kind === 'expire') return expire(run, instance, timer)
  const task = run.tasks.all.get(timer.taskId ?? 0)
  if (task === undefined) return
  const step = await stepOf(run, instance, task.node)
  if (timer.kind === 'remind') remind(run, instance, step, task, timer)
  else await reachDeadline(run, instance, step, task, timer)
}

function remind(run: Run, instance: InstanceRecord, step: Step, task: TaskRecord, timer: TimerRecord): void {
  timer.sent += 1
  tell(run, 'taskReminder', { task }, workersOf(task), `remind:${timer.id}:${timer.sent}`)
  log(run, instance, 'remind', { node: task.node, taskId: task.id, data: { sent: timer.sent } })
  const minutes = Number(textOf(step, 'reminderRepeat'))
  const next = nextAfter(timer.due, minutes * 60_000, run.now)
  const beforeDeadline = task.deadline === null || next < task.deadline
  if (minutes > 0 && timer.sent < MAX_REMINDERS && beforeDeadline) {
    timer.due = next
    run.timers.touch(timer)
  } else run.timers.remove(timer)
}

/**
 * The first instant after now that lies whole periods (in milliseconds) after it was due: a late run moves nothing, and
 * what was missed meanwhile is not made up for.
 */
function nextAfter(due: Date, period: number, now: Date): Date {
  const passed = Math.max(0, now.getTime() - due.getTime())
  return new Date(due.getTime() + (Math.floor(passed / period) + 1) * period)
}

/** Reminders stop; the product completes the task or marks it; then its callback hears of it, once. */
async function reachDeadline(
  run: Run,
  instance: InstanceRecord,
  step: Step,
  task: TaskRecord,
  timer: TimerRecord,
): Promise<void> {
  run.timers.remove(timer)
  clearTimers(run, task.id, 'remind')
  task.overdue = true
  run.tasks.touch(task)
  log(run, instance, 'overdue', { node: task.node, taskId: task.id })
  const before = new Set(run.tasks.all.keys())
  if (textOf(step, 'autoExecute') === 'Y') await complete(run, task, 'auto', {})
  else tell(run, 'taskOverdue', { task }, workersOf(task), `overdue:${task.id}`)
  const callback = textOf(step, 'callback')
  if (callback === '') return
  await settle(run)
  const made = [...run.tasks.all.values()].filter(({ id }) => !before.has(id))
  await call(run, 'callback', callback, step, instance, { task, args: [task.id, made] })
}

async function expire(run: Run, instance: InstanceRecord, timer: TimerRecord): Promise<void> {
  run.timers.remove(timer)
  instance.overdue = true
  run.instances.touch(instance)
  log(run, instance, 'overdue')
  const receivers = [user(instance.starterId), ...(await run.ports.people.admins())]
  tell(run, 'instanceOverdue', { instance }, receivers, `overdue:instance:${instance.id}`)
}
