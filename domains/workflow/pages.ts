import { directory, type Page, page } from '#kit/shared/pages.ts'
import { DESIGN_PAGE, DONE_PAGE, FLOW_PAGE, MONITOR_PAGE, PRINT_PAGE, TASK_PAGE, TODO_PAGE } from './workflow.addresses.ts'

/** The pages of approval processes: of those who take part, then of those who draw and look after them. Workflow §4. */
const pages: readonly Page[] = [
  directory('workflow', '我的事务', { icon: 'AuditOutlined', sort: 960 }, [
    page('workflow.todo', '我的待办', TODO_PAGE, () => import('./todo/TodoPage.tsx'), {
      sort: 90,
      behind: [
        page('workflow.task', '处理任务', `${TASK_PAGE}/:id`, () => import('./todo/TaskPage.tsx'), {
          // Notices lead here, also those who work from 我的已办 only.
          permission: 'admin:workflow:task:info',
        }),
        page('workflow.print', '打印审批单', `${PRINT_PAGE}/:id`, () => import('./todo/ApprovalPrint.tsx'), {
          permission: 'admin:workflow:instance:trace',
        }),
      ],
    }),
    page('workflow.done', '我的已办', DONE_PAGE, () => import('./todo/DoneList.tsx'), { sort: 80 }),
    page('workflow.flow', '流程设计', FLOW_PAGE, () => import('./flow/FlowList.tsx'), {
      sort: 70,
      behind: [
        // Its draft may be another one when it is opened again; unsaved changes keep it.
        page('workflow.design', '设计流程', `${DESIGN_PAGE}/:name?`, () => import('./flow/FlowDesign.tsx')),
      ],
    }),
    page('workflow.delegation', '委托设置', '/myToTransact/delegation', () => import('./delegation/DelegationList.tsx'), { sort: 60 }),
    page('workflow.monitor', '流程监控', MONITOR_PAGE, () => import('./monitor/FlowMonitor.tsx'), { sort: 50 }),
  ]),
]

export default pages
