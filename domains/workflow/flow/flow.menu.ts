import { button, hiddenPage, type MenuNode, menuPage } from '#kit/shared/room.ts'
import { bindingCalls } from '../binding/binding.calls.ts'
import { definitionCalls } from '../definition/definition.calls.ts'
import { delegationCalls } from '../delegation/delegation.calls.ts'
import { instanceCalls } from '../instance/instance.calls.ts'
import { monitorCalls } from '../monitor/monitor.calls.ts'
import { DELEGATION_PAGE, DESIGN_PAGE, FLOW_PAGE, MONITOR_PAGE } from '../workflow.pages.ts'

/** The pages of those who draw processes and look after them, and everybody's own delegations. Workflow §4. */
export const flowMenus: readonly MenuNode[] = [
  menuPage('workflow.flow', '流程设计', FLOW_PAGE, {
    sort: 70,
    calls: definitionCalls,
    reads: [
      definitionCalls.versions,
      definitionCalls.draft,
      definitionCalls.choices,
      definitionCalls.validate,
      bindingCalls.list,
    ],
    buttons: [
      button(
        '设计',
        definitionCalls.saveDraft,
        definitionCalls.removeDraft,
        definitionCalls.restore,
        definitionCalls.importText,
        definitionCalls.copy,
      ),
      button('部署', definitionCalls.deploy),
      button('导出', definitionCalls.exportFile),
      button('试运行', definitionCalls.tryRun),
      button('绑定单据', bindingCalls.save, bindingCalls.remove),
    ],
  }),
  {
    ...hiddenPage('workflow.design', '设计流程', `${DESIGN_PAGE}/:name?`, FLOW_PAGE),
    noCache: true,
    permissions: [definitionCalls.draft.permission, definitionCalls.choices.permission],
  },
  menuPage('workflow.delegation', '委托设置', DELEGATION_PAGE, { sort: 60, calls: delegationCalls }),
  menuPage('workflow.monitor', '流程监控', MONITOR_PAGE, {
    sort: 50,
    calls: monitorCalls,
    reads: [instanceCalls.info, instanceCalls.trace],
    buttons: [
      button('终止', instanceCalls.terminate),
      button('跳转', instanceCalls.jump),
      button('转办', monitorCalls.transferMany),
      button('异常', monitorCalls.incidents, monitorCalls.retry),
      button('耗时统计', monitorCalls.statistics),
    ],
  }),
]
