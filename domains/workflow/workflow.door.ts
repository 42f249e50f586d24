import './workflow.tables.ts'

/** What document rooms use of the approval processes. Doors §3, §4. */
export { type Binding, declareBinding, type StateContext } from './binding/binding.ts'
export { approvalTrace, startProcess, withdrawProcess } from './binding/process.server.ts'
export { declareHandler } from './definition/handlers.ts'
