import type { MenuNode, RoomFacts } from '#kit/shared/room.ts'
import { bindingCalls } from './binding/binding.calls.ts'
import { processBinding } from './binding/binding.entity.ts'
import { definitionCalls } from './definition/definition.calls.ts'
import { processHead } from './definition/definition.entity.ts'
import { delegationCalls } from './delegation/delegation.calls.ts'
import { processDelegation } from './delegation/delegation.entity.ts'
import { flowMenus } from './flow/flow.menu.ts'
import { instanceCalls } from './instance/instance.calls.ts'
import { monitorCalls } from './monitor/monitor.calls.ts'
import { copyCalls, taskCalls } from './task/task.calls.ts'
import { todoMenus } from './todo/todo.menu.ts'

const menus: readonly MenuNode[] = [
  {
    key: 'workflow',
    name: '我的事务',
    icon: 'AuditOutlined',
    sort: 960,
    children: [...todoMenus, ...flowMenus],
  },
]

/** Doors §2, layer 6. */
export const workflowFacts: RoomFacts = {
  name: 'workflow',
  layer: 6,
  label: '审批流程',
  entities: [processHead, processBinding, processDelegation],
  calls: [
    ...Object.values(definitionCalls),
    ...Object.values(bindingCalls),
    ...Object.values(instanceCalls),
    ...Object.values(taskCalls),
    ...Object.values(copyCalls),
    ...Object.values(delegationCalls),
    ...Object.values(monitorCalls),
  ],
  menus,
  prefixes: ['LC'],
}
