import type { RoomRoute } from '#kit/web/room.ts'
import { instanceCalls } from './instance/instance.calls.ts'
import { taskCalls } from './task/task.calls.ts'
import {
  DELEGATION_PAGE,
  DESIGN_PAGE,
  DONE_PAGE,
  FLOW_PAGE,
  MONITOR_PAGE,
  PRINT_PAGE,
  TASK_PAGE,
  TODO_PAGE,
} from './workflow.pages.ts'

/** The screens of the approval processes. Workflow §4. */
const screens: readonly RoomRoute[] = [
  { path: TODO_PAGE, title: '我的待办', lazy: () => import('./todo/TodoPage.tsx') },
  { path: DELEGATION_PAGE, title: '委托设置', lazy: () => import('./delegation/DelegationList.tsx') },
  { path: DONE_PAGE, title: '我的已办', lazy: () => import('./todo/DoneList.tsx') },
  { path: FLOW_PAGE, title: '流程设计', lazy: () => import('./flow/FlowList.tsx') },
  {
    path: `${DESIGN_PAGE}/:name?`,
    title: '设计流程',
    // Its draft may be another one when it is opened again; unsaved changes keep it.
    noCache: true,
    activeMenu: FLOW_PAGE,
    lazy: () => import('./flow/FlowDesign.tsx'),
  },
  { path: MONITOR_PAGE, title: '流程监控', lazy: () => import('./monitor/FlowMonitor.tsx') },
  {
    path: `${TASK_PAGE}/:id`,
    title: '处理任务',
    // Notices lead here, also those who work from 我的已办 only.
    permission: taskCalls.info.permission,
    activeMenu: TODO_PAGE,
    lazy: () => import('./todo/TaskPage.tsx'),
  },
  {
    path: `${PRINT_PAGE}/:id`,
    title: '打印审批单',
    permission: instanceCalls.trace.permission,
    activeMenu: TODO_PAGE,
    lazy: () => import('./todo/ApprovalPrint.tsx'),
  },
]

export default screens
