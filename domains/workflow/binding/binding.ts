import type { Db, Tx } from '#kit/server/database.ts'
import { documentType, documentTypes } from '#kit/server/documentTypes.ts'
import { namedPoint, type Registration } from '#kit/server/points.ts'
import type { Who } from '#kit/server/who.ts'
import type { InstanceRecord, InstanceState, Variables } from '../engine/records.ts'
import { documentBinding } from './documentBinding.ts'

/** What a document hears with its new state. */
export interface StateContext {
  instance: Readonly<InstanceRecord>
  /** who acted; 0 is the product itself */
  by: number
  /** what they said */
  comment: string
}

/** A business type whose documents processes may decide. Workflow §3.11. */
export interface Binding {
  label: string
  /** route of the page that shows a document, with {id} where its id stands */
  form?: string
  /** variables a condition, an expression or a title may use */
  fields: readonly { name: string; label: string }[]
  title(tx: Tx, id: number): Promise<string>
  /** who may read the document may also see how it is decided; left out: only those who take part */
  mayRead?(db: Db, who: Who, id: number): Promise<boolean>
  vars(tx: Tx, id: number): Promise<Variables>
  /** what a task may change of a document under review, when its node allows the field */
  editable?: {
    fields: readonly { name: string; label: string }[]
    save(tx: Tx, id: number, values: Variables): Promise<void>
  }
  /** runs on every change of the instance's state, in its transaction; `from` is null when it starts */
  onState(
    tx: Tx,
    id: number,
    from: InstanceState | null,
    to: InstanceState,
    context: StateContext,
  ): Promise<unknown>
}

const types = namedPoint<Binding>('Business type')

/** Registers a business type that is no document of the kit, or one that does more (DocumentType.process). Doors §3. */
export const declareBinding = (type: string, binding: Binding): Registration => types.as(type, binding)

/** How processes decide documents of this name. */
export function findBinding(db: Db, name: string): Binding | undefined {
  const type = documentType(db, name)
  return types.of(db, name) ?? (type && documentBinding(type))
}

/** Every business type that processes decide. */
export function bindingTypes(db: Db): readonly (readonly [type: string, binding: Binding])[] {
  const documents = documentTypes(db).flatMap((type) => {
    const binding = documentBinding(type)
    return binding === undefined ? [] : [[type.entity.name, binding] as const]
  })
  return [...types.all(db), ...documents]
}
