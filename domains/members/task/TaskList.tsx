import { refs } from '#kit/fields/shared.ts'
import { act, callAct } from '#kit/web/actions.tsx'
import { openForm } from '#kit/web/form/FormModal.tsx'
import type { RowSeen } from '#kit/web/list/columnsOf.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { taskCalls } from './task.calls.ts'
import { vipTask } from './vipTask.entity.ts'

const READS = ['name', 'taskType', 'status', 'startTime', 'endTime', 'peopleNum', 'doneNum'] as const
type Row = RowSeen<typeof taskCalls.list, typeof READS>

const FORM = '/user/addVipTask'
const SHOW = ['name', 'taskType', 'target', 'period', 'rewardText', 'peopleNum', 'doneNum', 'status']
const PAGES = {
  create: FORM,
  edit: ({ id }: { id: number }) => `${FORM}/${id}`,
  see: ({ id }: { id: number }) => `${FORM}/${id}/see`,
}
const TOUCHES = ['/admin/user/task']
const UIDS = { uids: refs('用户', 'user', { required: true, max: 1000 }) }

/** Rewards chosen people by hand. Members §3.6 人工发放. */
function openGiveTask(taskId: number): Promise<number | null> {
  return openForm({
    of: vipTask,
    shape: UIDS,
    calls: { save: taskCalls.give },
    id: null,
    title: '人工发放',
    width: 520,
    complete: (input) => ({ ...input, taskId }),
    success: '发放成功',
    touches: TOUCHES,
  })
}

const ACTIONS = [
  act<Row>({
    label: '人工发放',
    permission: taskCalls.give,
    when: ({ taskType }) => taskType === 16,
    off: ({ status }) => (status === 1 ? null : '任务已停用'),
    run: ({ id }) => openGiveTask(id),
  }),
  callAct(taskCalls.copy, {
    label: '复制',
    input: ({ id }: Row) => ({ id }),
    success: '已复制，副本为停用状态',
    touches: TOUCHES,
  }),
]

/** 会员任务: what users can do, for what, and how many did. Members §3.6. */
export default function TaskList() {
  return (
    <ListPage
      reads={READS}
      of={vipTask}
      calls={taskCalls}
      show={SHOW}
      dated=""
      pages={PAGES}
      actions={ACTIONS}
      deletePrompt={({ name, peopleNum }: Row) =>
        peopleNum > 0
          ? `“${name}”已有${peopleNum}人参与，删除后不再发放奖励，确定删除吗？`
          : `确定删除“${name}”吗？`
      }
      empty="还没有任务。新增任务，用户完成后获得成长值和奖励"
    />
  )
}
