import { choice, choices, ref, refs } from '#kit/fields/shared.ts'
import type { Call } from '#kit/shared/call.ts'
import type { Shape } from '#kit/shared/field.ts'
import { type Act, act } from '#kit/web/actions.tsx'
import { ask } from '#kit/web/ask.tsx'
import { confirm } from '#kit/web/confirm.tsx'
import { textOf } from '#kit/web/fieldUi.ts'
import { change } from '#kit/web/useCall.ts'
import { instanceCalls } from '../instance/instance.calls.ts'
import { comment } from '../task/said.ts'
import { SIGNER_PLACES, type TaskInfo, taskCalls } from '../task/task.calls.ts'
import type { TaskAction } from '../task/task.entity.ts'
import { pickOne } from './pickOne.tsx'
import { openSay } from './SayDialog.tsx'
import { TOUCHED } from './useTaskCounts.ts'

/** What a decision sends besides what the panel holds. */
export interface Decision {
  call: Call
  label: string
  more: Readonly<Record<string, unknown>>
  commentRequired: boolean
  /** the form goes with it and must be right */
  withForm?: boolean
  /** asked before it is sent */
  prompt?: string
  /** told afterwards; 已 and the label unless given */
  done?: string
}
type Facts = Pick<Decision, 'withForm' | 'prompt' | 'done'>

/** What the task page does around an action. */
export interface TaskDoing {
  /** sends a decision with opinion, attachments and signature of the panel */
  decide(decision: Decision): Promise<void>
  /** what the panel has as opinion now: dialogs start with it */
  comment(): string
  /** the task is no longer the person's */
  over(label: string): void
}

type Offered = TaskInfo['actions'][number]
/** what a call is told about the task or its instance */
type Target = (info: TaskInfo) => Record<string, unknown>
type Doing = (info: TaskInfo, offered: Offered, doing: TaskDoing) => unknown

const keys = ({ task }: TaskInfo) => ({ id: task.id, version: task.version })

const decision =
  (call: Call, more: Readonly<Record<string, unknown>> = {}, facts: Facts = {}): Doing =>
  (_info, { label, commentRequired }, doing) =>
    doing.decide({ call: call, label, more, commentRequired, ...facts })

/** 退回至: one of the nodes that were done before. */
const returning: Doing = async (info, offered, doing) => {
  const nodes = info.returnable.map(({ node, name, people }) => ({
    value: node,
    label: people.length === 0 ? name : `${name}（${people.join('、')}）`,
  }))
  const node = await pickOne('退回至', '退回节点', nodes)
  if (node !== null)
    await decision(taskCalls.return, { to: 'node', node }, { done: '已退回' })(info, offered, doing)
}

const RESUBMITS = [
  { value: 'step', label: '逐级：按流程重新审批' },
  { value: 'direct', label: '直达：直接回到退回的节点' },
]

const resubmission: Doing = async (info, offered, doing) => {
  const modes = RESUBMITS.filter(({ value }) => info.resubmitModes.includes(value))
  const mode = modes.length > 1 ? await pickOne('重新提交', '提交方式', modes) : (modes[0]?.value ?? 'step')
  if (mode !== null) await decision(taskCalls.resubmit, { mode }, { withForm: true })(info, offered, doing)
}

const handing =
  (call: Call, title: string, label: string, note: string): Doing =>
  async (info, offered, doing) => {
    const shape = { to: ref(label, 'admin', { required: true }), comment }
    if (await say(info, offered, doing, call, title, shape, note)) doing.over(title)
  }

const signing: Doing = (info, offered, doing) => {
  const places = SIGNER_PLACES.filter(({ value }) => info.places.includes(value))
  const [first] = places
  const shape = {
    place: choice('加签方式', places, { required: true, ...(first ? { initial: first.value } : {}) }),
    admins: refs('加签人', 'admin', { required: true, max: 100 }),
    comment,
  }
  const note = places.map(({ value, label }) => `${label}：${PLACES[value]}`).join('；')
  return say(info, offered, doing, taskCalls.addSigner, '加签', shape, note)
}
const PLACES: Readonly<Record<(typeof SIGNER_PLACES)[number]['value'], string>> = {
  any: '与您共同处理，任一人处理即可',
  before: '先由加签人处理，再回到您',
  after: '您处理后再由加签人处理',
  vote: '加入会签，多一票',
}

const unsigning: Doing = (info, offered, doing) => {
  const people = info.removable.map(({ id, name }) => ({ value: id, label: name }))
  const shape = { admins: choices('减签人', people, { required: true }), comment }
  return say(info, offered, doing, taskCalls.removeSigner, '减签', shape, '被减签的人不再需要处理')
}

const inviting =
  (call: Call, title: string, label: string, note: string, target: Target = keys): Doing =>
  (info, offered, doing) =>
    say(
      info,
      offered,
      doing,
      call,
      title,
      { admins: refs(label, 'admin', { required: true, max: 100 }), comment },
      note,
      target,
    )

const atOnce =
  (call: Call, success: string, of: Target = keys): Doing =>
  (info) =>
    change(call, of(info), { success, touches: TOUCHED })

const pullingBack: Doing = async (info) => {
  if (await confirm('撤回后任务回到您的待办，确定撤回吗？'))
    await change(taskCalls.pullBack, keys(info), { success: '撤回成功', touches: TOUCHED })
}

const withdrawal: Doing = async ({ instance }) => {
  const reason = await ask({ title: '撤销原因', long: true, danger: true, text: '撤销后本次审批即结束。' })
  if (reason !== null)
    await change(
      instanceCalls.withdraw,
      { id: instance.id, comment: reason },
      { success: '撤销成功', touches: TOUCHED },
    )
}

const ofInstance = ({ instance }: TaskInfo) => ({ id: instance.id })

// The starter sends copies at any time, others as long as their task is open.
const copied = ({ instance, task }: TaskInfo) => ({
  id: instance.id,
  ...(task.state === 'open' ? { taskId: task.id } : {}),
})

/** One line per action of a task: the call that decides who sees it, and what pressing it does. Workflow §3.5. */
const doings: Readonly<Record<TaskAction, readonly [call: { permission: string }, Doing]>> = {
  agree: [taskCalls.agree, decision(taskCalls.agree, {}, { withForm: true })],
  disagree: [taskCalls.disagree, decision(taskCalls.disagree, {}, { done: '已表示不同意' })],
  reject: [taskCalls.reject, decision(taskCalls.reject, {}, { prompt: '拒绝后整个流程结束，确定拒绝吗？' })],
  returnPrevious: [taskCalls.return, decision(taskCalls.return, { to: 'previous' })],
  returnStarter: [taskCalls.return, decision(taskCalls.return, { to: 'starter' })],
  returnTo: [taskCalls.return, returning],
  resubmit: [taskCalls.resubmit, resubmission],
  claim: [taskCalls.claim, atOnce(taskCalls.claim, '签收成功')],
  release: [taskCalls.release, atOnce(taskCalls.release, '已取消签收')],
  transfer: [
    taskCalls.transfer,
    handing(taskCalls.transfer, '转办', '接收人', '转办后由接收人处理，您不再需要处理'),
  ],
  delegate: [
    taskCalls.delegate,
    handing(taskCalls.delegate, '委派', '受托人', '受托人处理后任务回到您，由您最终决定'),
  ],
  addSigner: [taskCalls.addSigner, signing],
  removeSigner: [taskCalls.removeSigner, unsigning],
  assist: [
    taskCalls.assist,
    inviting(taskCalls.assist, '协办', '协办人', '协办人只提供意见，不影响流程的走向'),
  ],
  copy: [
    instanceCalls.copy,
    inviting(instanceCalls.copy, '抄送', '抄送人', '抄送人可以查看流程，不需要处理', copied),
  ],
  urge: [instanceCalls.urge, atOnce(instanceCalls.urge, '已催办', ofInstance)],
  pullBack: [taskCalls.pullBack, pullingBack],
  withdraw: [instanceCalls.withdraw, withdrawal],
}

const isKnown = (action: string): action is TaskAction => action in doings

/** The actions the server offers for a task, as buttons in its order. */
export function actsOf(info: TaskInfo, doing: TaskDoing): Act<void>[] {
  return info.actions.flatMap((offered) => {
    const { action, label } = offered
    if (!isKnown(action)) return []
    const [call, run] = doings[action]
    return [
      act({
        label,
        permission: call.permission,
        primary: action === 'agree' || action === 'resubmit',
        danger: action === 'reject',
        run: () => run(info, offered, doing),
      }),
    ]
  })
}

async function say(
  info: TaskInfo,
  { commentRequired }: Offered,
  doing: TaskDoing,
  call: Call,
  title: string,
  shape: Shape,
  note: string,
  target: Target = keys,
): Promise<boolean> {
  return openSay({
    title,
    call,
    shape,
    start: { comment: doing.comment() },
    inputs: { comment: { label: '说明' } },
    note: <p className="k-hint">{note}</p>,
    check: ({ comment: said }): Readonly<Record<string, string>> =>
      commentRequired && textOf(said).trim() === '' ? { comment: '请输入说明' } : {},
    success: `${title}成功`,
    complete: (input) => ({ ...input, ...target(info) }),
    touches: TOUCHED,
  })
}
