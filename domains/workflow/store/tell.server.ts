import { z } from 'zod'
import { declareScene, notify, type SceneSeed } from '#domains/settings/settings.door.ts'
import type { Db, Tx } from '#kit/server/database.ts'
import { documentType } from '#kit/server/documentTypes.ts'
import type { Registration } from '#kit/server/points.ts'
import { preparing } from '#kit/server/prepared.ts'
import type { JobDefinition } from '#kit/server/room.ts'
import { asSystem, notice } from '#kit/server/transaction.ts'
import { formatDateTime } from '#kit/shared/time.ts'
import { definitionById } from '../definition/compiled.server.ts'
import type { Told } from '../engine/ports.ts'
import { INSTANCE_STATES } from '../instance/instance.entity.ts'
import { TASK_TOPIC } from '../task/task.topic.ts'
import { TASK_PAGE, TODO_PAGE } from '../workflow.addresses.ts'
import { staffNames } from './names.server.ts'
import { membersAmong } from './people.server.ts'

/** Name of the job that tells people what a command came to. */
export const TELL = 'workflow.tell'

/** So many members of a group are told at once that their list changed; the others see it when they look. */
const MOST_TOLD = 200

const TASK_LINK = `${TASK_PAGE}/{taskId}`
const STARTED_LINK = `${TODO_PAGE}?tab=started`
const FOR_STAFF = 2
const channels = ['notice', 'sms', 'wechat'] as const

const SCENES: Readonly<Record<Told['mark'], Omit<SceneSeed, 'mark' | 'sendType' | 'channels'>>> = {
  taskArrived: {
    type: '待办到达',
    description: '有新的待办任务时通知参与者',
    content: '您有新的待办：{title}（{process}·{node}），发起人{starter}',
    link: TASK_LINK,
  },
  taskReminder: {
    type: '待办提醒',
    description: '待办到达提醒时间后按间隔提醒参与者',
    content: '待办提醒：{title}（{process}·{node}）等待您处理',
    link: TASK_LINK,
  },
  taskUrged: {
    type: '待办催办',
    description: '发起人催办时通知参与者',
    content: '{person}催办：{title}（{process}·{node}），请尽快处理',
    link: TASK_LINK,
  },
  taskOverdue: {
    type: '待办超时',
    description: '待办超过截止时间时通知参与者',
    content: '待办已超时：{title}（{process}·{node}），截止时间{deadline}',
    link: TASK_LINK,
  },
  taskReturned: {
    type: '流程退回',
    description: '任务被退回时通知重新处理的人',
    content: '{person}退回了{title}（{process}·{node}），请重新处理',
    link: TASK_LINK,
  },
  copyArrived: {
    type: '流程抄送',
    description: '收到抄送时通知阅读人',
    content: '抄送您阅读：{title}（{process}），发起人{starter}',
    link: `${TODO_PAGE}?tab=cc`,
  },
  instanceEnded: {
    type: '流程结束',
    description: '流程结束时通知发起人',
    content: '{title}（{process}）{state}',
    link: STARTED_LINK,
  },
  instanceOverdue: {
    type: '流程超时',
    description: '流程超过期限时通知发起人和流程管理员',
    content: '流程已超时：{title}（{process}）',
    link: STARTED_LINK,
  },
}

const markOf = (mark: string): string => `workflow.${mark}`

/** Declares what people can be told about processes. Workflow §3.5, §3.10. */
export const taskScenes: readonly Registration[] = Object.entries(SCENES).map(([mark, scene]) =>
  declareScene({ mark: markOf(mark), sendType: FOR_STAFF, channels, ...scene }),
)

const actor = z.object({ kind: z.enum(['user', 'role', 'dept', 'post']), id: z.string() })
const jobParams = z.object({
  by: z.number(),
  groups: z.array(actor),
  notices: z.array(
    z.object({
      mark: z.string(),
      receivers: z.array(actor),
      instanceId: z.number(),
      taskId: z.number().nullable(),
      source: z.string(),
    }),
  ),
})

/** Of a document its submitter hears the decision from the document itself, with opinion and address. Frame §5. */
const isTold = (db: Db, { state, businessType }: { state: string; businessType: string }): boolean =>
  (state === 'approved' || state === 'rejected') && documentType(db, businessType) !== undefined

/** What the texts are filled with; null: there is nothing to tell. */
async function paramsOf(
  tx: Tx,
  { mark, instanceId, taskId }: { mark: string; instanceId: number; taskId: number | null },
  by: number,
) {
  const instance = await tx
    .selectFrom('processInstance')
    .select(['number', 'title', 'definitionId', 'starterId', 'state', 'businessType'])
    .where('id', '=', instanceId)
    .executeTakeFirst()
  if (instance === undefined || (mark === 'instanceEnded' && isTold(tx, instance))) return null
  const task =
    taskId === null
      ? undefined
      : await tx
          .selectFrom('processTask')
          .select(['name', 'deadline'])
          .where('id', '=', taskId)
          .executeTakeFirst()
  const { process } = await definitionById(tx, instance.definitionId)
  const names = await staffNames(tx, [instance.starterId, by])
  return {
    number: instance.number,
    title: instance.title === '' ? instance.number : instance.title,
    process: process.displayName,
    node: task?.name ?? '',
    starter: names.get(instance.starterId) ?? '',
    person: names.get(by) ?? '系统',
    state: INSTANCE_STATES.find((one) => one.value === instance.state)?.label ?? '',
    deadline: task?.deadline ? formatDateTime(task.deadline) : '',
    instanceId,
    taskId: taskId ?? 0,
  }
}

async function tell(db: Db, given: Record<string, unknown>): Promise<number> {
  const { by, groups, notices } = jobParams.parse(given)
  await asSystem(db, async (tx) => {
    for (const { mark, receivers, instanceId, taskId, source } of notices) {
      const params = await paramsOf(tx, { mark, instanceId, taskId }, by)
      if (params === null) continue
      const people = await membersAmong(tx, receivers)
      await notify(
        tx,
        markOf(mark),
        people.filter((id) => id !== by).map((id) => ({ kind: 'admin', id })),
        params,
        source,
      )
    }
    for (const adminId of (await membersAmong(tx, groups)).slice(0, MOST_TOLD))
      notice(tx, { topic: TASK_TOPIC, adminId })
  })
  return notices.length
}

/** Tells people after the commit of a command, at least once; `source` of each message drops repeats. Workflow §3.9. */
export const tellJob: JobDefinition = {
  name: TELL,
  title: '流程通知',
  run: (db, given) => preparing(() => tell(db, given)),
}
