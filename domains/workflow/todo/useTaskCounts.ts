import { useCall } from '#kit/web/useCall.ts'
import { useLiveReads } from '#kit/web/useLiveReads.ts'
import { instanceCalls } from '../instance/instance.calls.ts'
import { copyCalls, taskCalls } from '../task/task.calls.ts'
import { TASK_TOPIC } from '../task/task.topic.ts'

// Not the task that is open: what is being written there must not move.
const LISTED = [taskCalls.list, taskCalls.count, copyCalls.list, instanceCalls.list].map(({ path }) => path)
const EVERY_MS = 60_000

/** What other people's actions change here, of which those of this person know only their own path. */
export const TOUCHED = ['/admin/workflow', '/admin/notice']

/** The to-dos and copies that wait for the person; they and the lists follow what happens. */
export function useTaskCounts() {
  useLiveReads(TASK_TOPIC, ...LISTED)
  // A deadline passes without a notice.
  return useCall(taskCalls.count, {}, { quiet: true, every: EVERY_MS }).data
}
