import { choice, ref, text } from '#kit/fields/shared.ts'
import { asRecord } from '#kit/shared/record.ts'
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

/** 转办: what waits for one person in the instance goes to somebody else. */
export async function openTransfer({ id, title }: Target): Promise<void> {
  const { instances } = await request(instanceCalls.trace, { id })
  const waiting = instances.flatMap(({ nodes }) =>
    nodes.flatMap(({ name, people }) =>
      people
        .filter((one) => one.endTime === null && one.adminId !== null)
        .map((one) => ({ ...one, label: `${name}：${one.name}` })),
    ),
  )
  const places = waiting.map(({ label }, value) => ({ value, label }))
  if (places.length === 0) {
    toastError('没有等待具体人员处理的任务，不能转办')
    return
  }
  await openForm({
    of: instance,
    calls: { save: monitorCalls.transferMany },
    id: null,
    title: `转办“${title}”`,
    width: WIDTH,
    shape: {
      task: choice('任务', places, { required: true }),
      toId: ref('接收人', 'admin', { required: true }),
      comment: REASON,
    },
    initial: places.length === 1 ? { task: 0 } : {},
    complete({ toId, comment }, values) {
      const chosen = waiting[Number(values.task)]
      return { fromId: chosen?.adminId, taskIds: String(chosen?.taskId ?? ''), toId, comment }
    },
    // Each task is answered for by itself.
    told(answer) {
      const { failed } = asRecord(answer)
      for (const one of Array.isArray(failed) ? failed : []) toastError(one.message)
    },
    success: '转办完成',
    touches: TOUCHES,
  })
}
