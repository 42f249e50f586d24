import { button, type MenuNode } from '#kit/shared/room.ts'
import { instanceCalls } from '../instance/instance.calls.ts'
import { copyCalls, taskCalls } from '../task/task.calls.ts'
import { DONE_PAGE, PRINT_PAGE, TASK_PAGE, TODO_PAGE } from '../workflow.pages.ts'

/** Code of the entry 我的待办 in the top bar. Platform §4.2. */
const MY_TASKS = 'system:admin:my:task'

/** The pages of everybody who takes part in processes: what waits for them, what they did, what they started. */
export const todoMenus: readonly MenuNode[] = [
  {
    key: 'workflow.todo',
    name: '我的待办',
    path: TODO_PAGE,
    sort: 90,
    permissions: [
      MY_TASKS,
      taskCalls.list.permission,
      taskCalls.info.permission,
      instanceCalls.list.permission,
      instanceCalls.info.permission,
      instanceCalls.trace.permission,
      copyCalls.list.permission,
      copyCalls.read.permission,
    ],
    buttons: [
      button(
        '审批',
        taskCalls.agree,
        taskCalls.disagree,
        taskCalls.reject,
        taskCalls.return,
        taskCalls.resubmit,
        taskCalls.claim,
        taskCalls.release,
      ),
      button('批量同意', taskCalls.agreeMany),
      button('转办', taskCalls.transfer),
      button('委派', taskCalls.delegate),
      button('加签/减签', taskCalls.addSigner, taskCalls.removeSigner),
      button('协办', taskCalls.assist),
      button('抄送', instanceCalls.copy),
      button('撤回', taskCalls.pullBack),
      button('发起流程', instanceCalls.start),
      button('撤销申请', instanceCalls.withdraw),
      button('催办', instanceCalls.urge),
      { name: '上传附件', permissions: ['admin:upload:file'] },
    ],
  },
  {
    key: 'workflow.done',
    name: '我的已办',
    path: DONE_PAGE,
    sort: 80,
    permissions: [
      taskCalls.list.permission,
      taskCalls.info.permission,
      instanceCalls.info.permission,
      instanceCalls.trace.permission,
    ],
    buttons: [button('撤回', taskCalls.pullBack)],
  },
  { key: 'workflow.task', name: '处理任务', path: `${TASK_PAGE}/:id`, activeMenu: TODO_PAGE, hidden: true },
  {
    key: 'workflow.print',
    name: '打印审批单',
    path: `${PRINT_PAGE}/:id`,
    activeMenu: TODO_PAGE,
    hidden: true,
  },
]
