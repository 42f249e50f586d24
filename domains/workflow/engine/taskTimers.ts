import { dueAt } from '../model/timeValue.ts'
import { type Step, textOf } from './compile.ts'
import type { TaskRecord, TimerRecord, Variables } from './records.ts'
import type { Run } from './run.ts'

/** Sets what is due for a new task: its first reminder and its deadline. Workflow §3.10. */
export async function setTimers(run: Run, step: Step, task: TaskRecord, variables: Variables): Promise<void> {
  const reminder = dueOf(run, textOf(step, 'reminderTime'), variables)
  task.deadline = dueOf(run, textOf(step, 'expireTime'), variables)
  if (reminder !== null) await addTimer(run, 'remind', reminder, task)
  if (task.deadline !== null) await addTimer(run, 'deadline', task.deadline, task)
}

export async function addTimer(
  run: Run,
  kind: TimerRecord['kind'],
  due: Date,
  of: TaskRecord | { instanceId: number },
): Promise<void> {
  run.timers.add({
    id: await run.ports.store.newId(),
    rootId: run.rootId,
    instanceId: of.instanceId,
    taskId: 'id' in of ? of.id : null,
    kind,
    due,
    sent: 0,
    attempts: 0,
  })
}

export function clearTimers(run: Run, taskId: number, kind?: TimerRecord['kind']): void {
  for (const timer of run.timers.all.values()) {
    if (timer.taskId === taskId && (kind === undefined || timer.kind === kind)) run.timers.remove(timer)
  }
}

/** The instant a time value names, counted from now; null when it names none. */
export function dueOf(run: Run, text: string, variables: Variables): Date | null {
  return text === '' ? null : dueAt(text, variables, run.now)
}
