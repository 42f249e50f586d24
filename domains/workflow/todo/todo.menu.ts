import { button, hiddenPage, type MenuNode, menuPage } from '#kit/shared/room.ts'
import { instanceCalls } from '../instance/instance.calls.ts'
import { copyCalls, taskCalls } from '../task/task.calls.ts'
import { DONE_PAGE, PRINT_PAGE, TASK_PAGE, TODO_PAGE } from '../workflow.pages.ts'

/** Code of the entry 我的待办 in the top bar. Platform §4.2. */
const MY_TASKS = 'system:admin:my:task'

/** The pages of everybody who takes part in processes: what waits for them, what they did, what they started. */
export const todoMenus: readonly MenuNode[] = [
  menuPage('workflow.todo', '我的待办', TODO_PAGE, {
    sort: 90,
    reads: [
      MY_TASKS,
      taskCalls.list,
      taskCalls.info,
      instanceCalls.list,
      instanceCalls.info,
      instanceCalls.trace,
      copyCalls.list,
      copyCalls.read,
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
  }),
  menuPage('workflow.done', '我的已办', DONE_PAGE, {
    sort: 80,
    reads: [taskCalls.list, taskCalls.info, instanceCalls.info, instanceCalls.trace],
    buttons: [button('撤回', taskCalls.pullBack)],
  }),
  hiddenPage('workflow.task', '处理任务', `${TASK_PAGE}/:id`, TODO_PAGE),
  hiddenPage('workflow.print', '打印审批单', `${PRINT_PAGE}/:id`, TODO_PAGE),
]
