import type { Db } from '#kit/server/database.ts'
import { isOwnForbidden } from '#kit/server/document.ts'
import { transactionOf } from '#kit/server/transaction.ts'
import { findBinding } from '../binding/binding.ts'
import { calleeNamed, definitionById } from '../definition/compiled.server.ts'
import { findHandler } from '../definition/handlers.ts'
import type { EngineOptions, Ports } from '../engine/ports.ts'
import type { InstanceRecord, Variables } from '../engine/records.ts'
import type { Process } from '../model/types.ts'
import { nextInstanceNumber } from './numbers.server.ts'
import { staffPeople } from './people.server.ts'
import { now } from './start.server.ts'
import { databaseStore, type StoreOptions } from './store.server.ts'

/** What a command is given besides itself. */
export interface PortOptions extends Omit<StoreOptions, 'acting'> {
  /** who acts; 0 is the product */
  by: number
  /** what the person said, for the document */
  comment: string
  /** of the settings */
  options: EngineOptions
}

const nobodyActs = { adminId: 0, task: null, args: [] }

/** What a number generator is given in place of the instance that will have the number. */
function unborn(process: Process, variables: Variables): InstanceRecord {
  return {
    id: 0,
    rootId: 0,
    definitionId: 0,
    processName: process.name,
    parentId: null,
    parentTokenId: null,
    parentNode: '',
    scope: '',
    depth: 0,
    number: '',
    title: '',
    starterId: 0,
    state: 'running',
    variables,
    businessType: '',
    businessId: null,
    expireTime: null,
    overdue: false,
    createTime: now(),
    endTime: null,
  }
}

/** Everything the engine asks of the product, in the transaction of one command. */
export function databasePorts(tx: Db, { by, comment, options, ...store }: PortOptions): Ports {
  const people = staffPeople(tx)
  const acting = by === 0 ? undefined : { by, meet: people.meet }
  return {
    store: databaseStore(tx, { ...store, acting }),
    people,
    now,
    tx,
    handler: (kind, name) => findHandler(tx, kind, name),
    definition: (id) => definitionById(tx, id),
    callee: (name, revision) => calleeNamed(tx, name, revision),
    async number(process, variables) {
      const name = process.instanceNoClass ?? ''
      const given = name === '' ? undefined : findHandler(tx, 'number', name)
      if (given === undefined) return nextInstanceNumber(tx)
      // There is no instance yet: what it is numbered by are the process and its first variables.
      const node = { id: process.name, name: process.displayName, properties: { ...process } }
      return String(await given({ tx, instance: unborn(process, variables), node, variables, ...nobodyActs }))
    },
    async onState(instance, from, to, adminId) {
      if (instance.businessId === null || instance.businessType === '') return
      const binding = findBinding(tx, instance.businessType)
      await binding?.onState(transactionOf(tx), instance.businessId, from, to, {
        instance,
        by: adminId,
        comment,
      })
    },
    ownForbidden: () => isOwnForbidden(tx),
    options,
  }
}
