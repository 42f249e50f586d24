import type { InstanceRecord, TaskRecord } from './records.ts'
import { type Run, tell, user } from './run.ts'

/** Gives an instance to people to read. `from` 0 is the definition itself. Workflow §3.5 抄送. */
export async function copyTo(
  run: Run,
  instance: InstanceRecord,
  readers: readonly number[],
  by: { from: number; task: TaskRecord | null; comment?: string },
): Promise<void> {
  for (const adminId of readers) {
    run.copies.push({
      instanceId: instance.id,
      rootId: run.rootId,
      taskId: by.task?.id ?? null,
      adminId,
      fromId: by.from,
      comment: by.comment ?? '',
      createTime: run.now,
      readTime: null,
    })
  }
  const source = `copy:${instance.id}:${by.task?.id ?? 0}:${run.now.getTime()}`
  tell(run, 'copyArrived', { instance }, readers.map(user), source)
}
