import type { Made, TablesOf } from '#kit/server/database.ts'
import type {
  Actor,
  CopyRecord,
  InstanceRecord,
  LogRecord,
  TaskRecord,
  TimerRecord,
  TokenRecord,
} from './engine/records.ts'
import type { Process } from './model/types.ts'
import type { workflowEntities } from './workflow.entities.ts'

type Switch = 0 | 1

declare module '#kit/server/database.ts' {
  interface Tables extends TablesOf<typeof workflowEntities> {
    /** versions that were deployed; only `enabled`, `category` and `note` ever change */
    processDefinition: {
      id: Made<number>
      name: string
      revision: number
      displayName: string
      category: Made<string>
      enabled: Made<Switch>
      json: Process
      xml: string
      checksum: string
      note: Made<string>
      /** names of the processes it calls */
      calls: Made<string[]>
      createBy: number
      createTime: Made<Date>
    }
    processDraft: { name: string; json: string; checksum: string }
    processInstance: Omit<InstanceRecord, 'overdue'> & { overdue: Switch }
    processToken: TokenRecord
    processTask: Omit<TaskRecord, 'actors' | 'overdue'> & { overdue: Switch; version: Made<number> }
    processTaskActor: {
      taskId: number
      /** any: open to anyone */
      kind: Actor['kind'] | 'any'
      actorId: string
      open: Made<Switch>
      time: Made<Date>
      /** as the task has it, while it is open */
      claimedBy: number | null
    }
    processCopy: CopyRecord
    /** resting: failed again and again; its incident tells why */
    processTimer: TimerRecord & { resting: Made<Switch> }
    processLog: LogRecord
    processPhrase: { adminId: number; phrases: string[] }
    processIncident: {
      id: Made<number>
      timerId: number
      rootId: number
      instanceId: number
      taskId: number | null
      kind: TimerRecord['kind']
      error: string
      attempts: number
      /** gone: what it was about has ended without it */
      state: Made<'open' | 'solved' | 'gone'>
      createTime: Made<Date>
      solvedBy: number | null
      solvedTime: Date | null
    }
  }
}
