import type { FastifyInstance } from 'fastify'
import type { Shape } from '#kit/shared/field.ts'
import type { RoomFacts } from '#kit/shared/room.ts'
import type { Db, Tx } from './database.ts'
import type { TaskDefinition } from './fileTask.ts'
import type { Registration } from './points.ts'
import type { Served } from './serve.ts'
import type { Settings } from './settings.ts'

/** File of the data directory with the first administrator's password; gone after it was changed. Platform §14.1. */
export const FIRST_PASSWORD_FILE = 'initial-admin.txt'

/** A job declared in code: run by a schedule or by a row of the table job. Architecture §4. */
export interface JobDefinition {
  /** room.job */
  name: string
  title: string
  group?: 'DEFAULT' | 'SYSTEM' | 'ORDER' | 'WMS' | 'MARKETING'
  /** six fields, seconds first; left out: only run when asked for by enqueueJob */
  cron?: string
  timeoutSec?: number
  /** what its parameters may hold; none unless given */
  params?: Shape
  /** it only waits for somebody or sends a few statements: it runs in the server, the others in a worker process */
  light?: true
  /**
   * whether a run would find anything to do, by a question an index answers: no worker is started for nothing. Not asked when
   * parameters are set
   */
  due?(db: Db): Promise<boolean>
  /** idempotent; answers how many it handled. `signal` is aborted at the timeout and at the stop */
  run(db: Db, params: Record<string, unknown>, signal: AbortSignal): Promise<number>
}

/** A consumer of events of the outbox; called at least once per event, in order per key. Doors §6. */
export interface Consumer {
  name: string
  event: string
  /** the room that emits the event, where it may not be in the house yet: the consumer then waits for it. Decision 0152 */
  from?: string
  handle(tx: Tx, payload: Record<string, unknown>): Promise<void>
}

/** What a process of the product stands on; given to the rooms at start. */
export interface RoomContext {
  db: Db
  settings: Settings
  /** 32 bytes that encrypt stored secrets */
  secretKey: Buffer
  fallbackKey: string
  version: string
  /** what every room of the house tells of itself */
  facts: readonly RoomFacts[]
}

/** What a room brings to the server. Architecture §2. */
export interface RoomServer {
  facts: RoomFacts
  /** folder of its numbered SQL files */
  migrations?: string
  served: readonly Served[]
  jobs?: readonly JobDefinition[]
  tasks?: readonly TaskDefinition[]
  consumers?: readonly Consumer[]
  /** routes that are no calls: public files, sockets */
  routes?(app: FastifyInstance, context: RoomContext): void | Promise<void>
  /** what it brings for the points of the kit and of lower rooms (declare…) */
  registers?: readonly Registration[]
  /** rows the product needs; at every start, in one transaction of the process that starts first; idempotent */
  seed?(tx: Tx, context: RoomContext): Promise<void>
}

/** What one thing of a crowded room brings; the room's manifest joins them. */
export type ServerPart = Pick<RoomServer, 'served' | 'jobs' | 'tasks' | 'consumers' | 'registers' | 'seed'>

/** The parts of a room as one. */
export function joinServer(...parts: readonly ServerPart[]): Required<ServerPart> {
  return {
    served: parts.flatMap((one) => one.served),
    jobs: parts.flatMap((one) => one.jobs ?? []),
    tasks: parts.flatMap((one) => one.tasks ?? []),
    consumers: parts.flatMap((one) => one.consumers ?? []),
    registers: parts.flatMap((one) => one.registers ?? []),
    async seed(tx, context) {
      for (const one of parts) await one.seed?.(tx, context)
    },
  }
}
