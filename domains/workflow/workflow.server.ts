import './workflow.tables.ts'
import { fileURLToPath } from 'node:url'
import { declareHandover } from '#domains/access/access.door.ts'
import { declareForms } from '#domains/settings/settings.door.ts'
import { declareCache } from '#kit/server/cache.ts'
import { declareDemo } from '#kit/server/demo.ts'
import { declareProcesses } from '#kit/server/document.ts'
import { declareTodo } from '#kit/server/home.ts'
import type { RoomServer } from '#kit/server/room.ts'
import { bindingServed } from './binding/binding.server.ts'
import { startProcess, withdrawProcess } from './binding/process.server.ts'
import { builtIn } from './definition/builtIn.server.ts'
import { definitionCache } from './definition/compiled.server.ts'
import { definitionServed } from './definition/definition.server.ts'
import { delegationServed } from './delegation/delegation.server.ts'
import { delegationCache } from './delegation/standing.server.ts'
import { fillDecisions, fillProcesses } from './demo.server.ts'
import { instanceServed } from './instance/instance.server.ts'
import { monitorServed } from './monitor/monitor.server.ts'
import { timersJob } from './monitor/timers.server.ts'
import { processTasks } from './monitor/transfer.server.ts'
import { taskScenes, tellJob } from './store/tell.server.ts'
import { copyServed } from './task/copy.server.ts'
import { countHearer, oldestTask, taskCount } from './task/list.server.ts'
import { taskServed } from './task/task.server.ts'
import { TODO_PAGE } from './workflow.addresses.ts'
import { workflowForm } from './workflow.config.server.ts'
import { workflowFacts } from './workflow.shared.ts'

export const workflowRoom: RoomServer = {
  facts: workflowFacts,
  migrations: fileURLToPath(new URL('./migrations', import.meta.url)),
  served: [
    ...definitionServed,
    ...bindingServed,
    ...instanceServed,
    ...taskServed,
    ...copyServed,
    ...delegationServed,
    ...monitorServed,
  ],
  jobs: [tellJob, timersJob],
  registers: [
    ...declareForms(workflowForm),
    declareCache(definitionCache),
    declareCache(delegationCache),
    countHearer,
    ...taskScenes,
    declareHandover('processTasks', processTasks),
    declareTodo('processTask', {
      label: '我的待办',
      to: TODO_PAGE,
      count: async (db, who) => ({ n: (await taskCount(db, who)).todo, oldest: await oldestTask(db, who) }),
    }),
    ...builtIn,
    declareDemo('documents', fillProcesses),
    declareDemo('decisions', fillDecisions),
    declareProcesses({ start: startProcess, withdraw: withdrawProcess }),
  ],
}
