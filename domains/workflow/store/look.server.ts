import type { Db } from '#kit/server/database.ts'
import { instanceNotFound } from '../engine/refusals.ts'
import { openRun, type Run } from '../engine/run.ts'
import { engineOptions } from '../workflow.config.server.ts'
import { databasePorts } from './ports.server.ts'

/**
 * A root instance in the engine's hands for whoever only wants to know what could be done: nothing is locked, and
 * nothing may be changed. 404 when it is not there.
 */
export async function lookAt(db: Db, adminId: number, rootId: number): Promise<Run> {
  const ports = databasePorts(db, {
    by: adminId,
    comment: '',
    looking: true,
    options: await engineOptions(db),
  })
  const world = await ports.store.load(rootId)
  if (world === null) throw instanceNotFound()
  return openRun(ports, adminId, world)
}
