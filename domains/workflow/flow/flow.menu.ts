import { button, type MenuNode } from '#kit/shared/room.ts'
import { bindingCalls } from '../binding/binding.calls.ts'
import { definitionCalls } from '../definition/definition.calls.ts'
import { delegationCalls } from '../delegation/delegation.calls.ts'
import { instanceCalls } from '../instance/instance.calls.ts'
import { monitorCalls } from '../monitor/monitor.calls.ts'
import { DELEGATION_PAGE, DESIGN_PAGE, FLOW_PAGE, MONITOR_PAGE } from '../workflow.pages.ts'

/** The pages of those who draw processes and look after them, and everybody's own delegations. Workflow §4. */
export const flowMenus: readonly MenuNode[] = [
  {
    key: 'workflow.flow',
    name: '流程设计',
    path: FLOW_PAGE,
    sort: 70,
    permissions: [
      definitionCalls.list.permission,
      definitionCalls.versions.permission,
      definitionCalls.info.permission,
      definitionCalls.draft.permission,
      definitionCalls.choices.permission,
      definitionCalls.validate.permission,
      bindingCalls.list.permission,
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
      button('启用/停用', definitionCalls.status),
      button('删除', definitionCalls.remove),
      button('导出', definitionCalls.exportFile),
      button('试运行', definitionCalls.tryRun),
      button('绑定单据', bindingCalls.save, bindingCalls.remove),
    ],
  },
  {
    key: 'workflow.design',
    name: '设计流程',
    path: `${DESIGN_PAGE}/:name?`,
    activeMenu: FLOW_PAGE,
    hidden: true,
    noCache: true,
    permissions: [definitionCalls.draft.permission, definitionCalls.choices.permission],
  },
  {
    key: 'workflow.delegation',
    name: '委托设置',
    path: DELEGATION_PAGE,
    sort: 60,
    permissions: [delegationCalls.list.permission, delegationCalls.info.permission],
    buttons: [
      button('新增', delegationCalls.save),
      button('编辑', delegationCalls.update),
      button('删除', delegationCalls.remove),
    ],
  },
  {
    key: 'workflow.monitor',
    name: '流程监控',
    path: MONITOR_PAGE,
    sort: 50,
    permissions: [
      monitorCalls.list.permission,
      instanceCalls.info.permission,
      instanceCalls.trace.permission,
    ],
    buttons: [
      button('终止', instanceCalls.terminate),
      button('跳转', instanceCalls.jump),
      button('转办', monitorCalls.transferMany),
      button('异常', monitorCalls.incidents, monitorCalls.retry),
      button('耗时统计', monitorCalls.statistics),
    ],
  },
]
