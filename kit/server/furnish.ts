import { clearingHearer, declareCache } from './cache.ts'
import type { Db } from './database.ts'
import { declareEntity } from './dbErrors.ts'
import { declareDocuments } from './documentTypes.ts'
import { declareFileTask } from './fileTask.ts'
import { declareCall } from './hidden.ts'
import { declareJob } from './jobs.ts'
import { declarePrefix } from './number.ts'
import { checkConsumers, declareConsumer } from './outbox.ts'
import { declarePicks } from './picks.ts'
import { register } from './points.ts'
import { nameCache } from './refs.ts'
import type { RoomServer } from './room.ts'
import { kitJobs } from './worker.ts'

/**
 * Puts everything that rooms bring into the house of a database, lowest layer first, and what the kit brings itself; once,
 * at its start. Throws where a name is given twice and where an event that somebody consumes is declared by nobody.
 */
export function furnish(db: Db, rooms: readonly RoomServer[]): void {
  const served = rooms.flatMap((room) => room.served)
  const calls = served.map(({ call }) => call)
  const names = new Set(rooms.map((room) => room.facts.name))
  register(db, [
    ...kitJobs.map(declareJob),
    declareCache(nameCache),
    clearingHearer,
    ...rooms.flatMap(({ facts, tasks = [], jobs = [], consumers = [], registers = [] }) => [
      ...facts.entities.map(declareEntity),
      ...(facts.prefixes ?? []).map((prefix) => declarePrefix(prefix, facts.name)),
      ...tasks.map(declareFileTask),
      ...jobs.map(declareJob),
      ...consumers.filter(({ from = facts.name }) => names.has(from)).map(declareConsumer),
      ...registers,
    ]),
    ...declareDocuments(served),
    declarePicks(
      rooms.map((room) => room.facts),
      calls,
    ),
    ...calls.map(declareCall),
  ])
  checkConsumers(db)
}
