import type { Tx } from './database.ts'
import type { ExportDefinition } from './fileTask.ts'
import type { CallRequest } from './serve.ts'
import type { Who } from './who.ts'

type Starter = (
  tx: Tx,
  who: Who,
  definition: ExportDefinition,
  params: Record<string, unknown>,
  request: CallRequest,
) => Promise<{ taskId: number; taskNo: string }>

let starter: Starter = async () => {
  throw new Error('No file task engine is registered')
}

/** The file task engine registers itself here, so that the usual handlers of the kit can start an export. */
export function declareStarter(start: Starter): void {
  starter = start
}

/** Starts an export in the caller's transaction; 422 over export_max_rows. Platform §10. */
export function startExport(
  tx: Tx,
  who: Who,
  definition: ExportDefinition,
  params: Record<string, unknown>,
  request: CallRequest,
) {
  return starter(tx, who, definition, params, request)
}
