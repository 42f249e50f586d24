import { form, settingsOf } from '#domains/settings/settings.door.ts'
import { choice } from '#kit/fields/shared.ts'
import type { Db } from '#kit/server/database.ts'
import type { EngineOptions } from './engine/ports.ts'
import { ENUM_LABELS } from './model/texts.ts'

const { emptyActorPolicy: empty, sameActorPolicy: same } = ENUM_LABELS
const EMPTY = [
  { value: 'error', label: empty.error },
  { value: 'admin', label: empty.admin },
  { value: 'autoPass', label: empty.autoPass },
  { value: 'anyone', label: empty.anyone },
] as const
const SAME = [
  { value: 'none', label: same.none },
  { value: 'skipStarter', label: same.skipStarter },
  { value: 'skipApproved', label: same.skipApproved },
] as const

export const workflowForm = form(218, '审批流程', 1, {
  workflow_empty_actor: choice('参与者为空时', EMPTY, {
    required: true,
    initial: 'error',
    help: '任务没有单独设置时适用',
  }),
  workflow_same_actor: choice('参与者与发起人或已审批人相同时', SAME, {
    required: true,
    initial: 'none',
    help: '任务没有单独设置时适用',
  }),
})

/** What the engine does where a task does not say it itself. Workflow §3.3. */
export async function engineOptions(db: Db): Promise<EngineOptions> {
  const { workflow_empty_actor, workflow_same_actor } = await settingsOf(db, workflowForm)
  return { emptyActorPolicy: workflow_empty_actor, sameActorPolicy: workflow_same_actor }
}
