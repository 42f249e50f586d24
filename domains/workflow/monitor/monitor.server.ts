import { type SqlBool, sql } from 'kysely'
import { change, own, read, type Served } from '#kit/server/serve.ts'
import { may } from '#kit/server/who.ts'
import { instanceCalls } from '../instance/instance.calls.ts'
import { listInstances } from '../instance/list.server.ts'
import { listIncidents, retryIncident } from './incident.server.ts'
import { monitorCalls as calls } from './monitor.calls.ts'
import { statistics } from './statistics.server.ts'
import { transferMany } from './transfer.server.ts'

/** For those who look after all processes. Workflow §4. */
export const monitorServed: readonly Served[] = [
  read(calls.list, (db, who, { adminId, ...input }) => {
    const held = sql<SqlBool>`"processInstance"."id" in (select t."rootId" from "processTaskActor" a
      join "processTask" t on t."id" = a."taskId"
      where a."kind" = 'user' and a."actorId" = ${String(adminId)} and a."open" = 1)`
    const actions = [
      ...(may(who, instanceCalls.terminate.permission) ? ['terminate'] : []),
      ...(may(who, instanceCalls.jump.permission) ? ['jump'] : []),
    ]
    return listInstances(db, who, input, adminId === null ? [] : [held], ({ state }) =>
      state === 'running' ? actions : [],
    )
  }),
  own(calls.transferMany, (db, who, input, request) => transferMany(db, who, input, request)),
  read(calls.incidents, listIncidents),
  change(calls.retry, (tx, who, { id }) => retryIncident(tx, who, id)),
  read(calls.statistics, (db, _who, input) => statistics(db, input)),
]
