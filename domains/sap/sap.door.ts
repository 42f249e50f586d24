import './sap.tables.ts'

/** What rooms above use of what goes to SAP and how far it came. Doors §3, §4. */
export { enqueue, enqueueAll } from './enqueue.server.ts'
export { declareSapType } from './types.server.ts'
