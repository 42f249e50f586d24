import './workflow.tables.ts'
import { fileURLToPath } from 'node:url'
import { declareProcesses } from '#kit/server/document.ts'
import type { RoomServer } from '#kit/server/room.ts'
import { bindingServed } from './binding/binding.server.ts'
import { startProcess, withdrawProcess } from './binding/process.server.ts'
import { declareBuiltIn } from './definition/builtIn.server.ts'
import { definitionServed, keepPages } from './definition/definition.server.ts'
import { keepPool } from './store/start.server.ts'
import { workflowFacts } from './workflow.shared.ts'

export const workflowRoom: RoomServer = {
  facts: workflowFacts,
  migrations: fileURLToPath(new URL('./migrations', import.meta.url)),
  served: [...definitionServed, ...bindingServed],
  register({ db, facts }) {
    keepPool(db)
    keepPages(facts)
    declareBuiltIn(db)
    declareProcesses({ start: startProcess, withdraw: withdrawProcess })
  },
}
