import { choice, ref, text } from '#kit/fields/shared.ts'
import { textOf } from '#kit/web/fieldUi.ts'
import { openForm } from '#kit/web/form/FormModal.tsx'
import { request } from '#kit/web/request.ts'
import { toastError } from '#kit/web/toast.ts'
import { instanceCalls } from '../instance/instance.calls.ts'
import { instance } from '../instance/instance.entity.ts'
import { taskCalls } from '../task/task.calls.ts'
import { monitorCalls } from './monitor.calls.ts'

/** What an action of the monitor makes old, besides what lies under its own path. */
export const TOUCHES = [monitorCalls.list.path, taskCalls.list.path]

const WIDTH = 480
const REASON = text('原因', { max: 500, long: true })

interface Target {
  id: number
  title: string
}

/** 跳转: the instance goes on at another node, whoever it waited for. Workflow §3.5. */
export async function openJump({ id, title }: Target): Promise<void> {
  const { jumpable } = await request(instanceCalls.info, { id })
  if (jumpable.length === 0) {
    toastError('当前没有可以跳转的节点：并行处理中的流程不能跳转')
    return
  }
  const nodes = jumpable.map(({ node, name }) => ({ value: node, label: name }))
  await openForm({
    of: instance,
    calls: { save: instanceCalls.jump },
    id: null,
    title: `跳转“${title}”`,
    width: WIDTH,
    shape: { node: choice('目标节点', nodes, { required: true }), comment: REASON },
    inputs: { node: { help: '当前任务会取消，流程从目标节点继续' } },
    complete: (input) => ({ ...input, id }),
    success: '跳转成功',
    touches: TOUCHES,
  })
}

/** 转办: one open task of the instance goes to somebody else. */
export async function openTransfer({ id, title }: Target): Promise<void> {
  const { instances } = await request(instanceCalls.trace, { id })
  const open = instances.flatMap(({ nodes }) =>
    nodes.flatMap(({ name, people }) =>
      people
        .filter((one) => one.endTime === null)
        .map((one) => ({ value: one.taskId, label: `${name}：${one.name}` })),
    ),
  )
  // A task of several candidates stands there once for each of them.
  const tasks = [...Map.groupBy(open, (one) => one.value)].map(([value, same]) => ({
    value,
    label: same.map((one) => one.label).join('、'),
  }))
  const [first] = tasks
  if (first === undefined) {
    toastError('没有等待处理的任务')
    return
  }
  await openForm({
    of: instance,
    calls: { save: taskCalls.transfer },
    id: null,
    title: `转办“${title}”`,
    width: WIDTH,
    shape: {
      task: choice('任务', tasks, { required: true }),
      to: ref('接收人', 'admin', { required: true }),
      comment: REASON,
    },
    initial: tasks.length === 1 ? { task: first.value } : {},
    complete: ({ to, comment }, values) => ({ id: Number(textOf(values.task)), to, comment }),
    success: '转办成功',
    touches: TOUCHES,
  })
}
