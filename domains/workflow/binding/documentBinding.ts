import type { Tx } from '#kit/server/database.ts'
import { bindDocument, type DocumentType } from '#kit/server/document.ts'
import { mayReadDocument } from '#kit/server/documentHandlers.ts'
import { documentTitle } from '#kit/server/documentOutcome.ts'
import { findRow } from '#kit/server/rows.ts'
import type { Entity, EntityRow } from '#kit/shared/entity.ts'
import { notFound } from '#kit/shared/errors.ts'
import type { Variables } from '../engine/records.ts'
import type { Binding } from './binding.ts'

interface DocumentBinding<E extends Entity> {
  /** the info call, whose permission lets a person see how the document is decided */
  info: { permission: string }
  /** route of the page that shows it, with {id} where its id stands */
  form: string
  /** variables a condition may use; amounts in yuan, as people say them */
  fields: readonly { name: string; label: string }[]
  vars(tx: Tx, row: EntityRow<E>): Variables | Promise<Variables>
}

/** How processes decide the documents of a type, for declareBinding. Workflow §3.11. */
export function documentBinding<const E extends Entity>(
  type: DocumentType<E>,
  { info, form, fields, vars }: DocumentBinding<E>,
): Binding {
  const of = type.entity
  const rowOf = async (tx: Tx, id: number): Promise<EntityRow<E>> => {
    const row = await findRow(tx, of, id, { deleted: true })
    if (row === undefined) throw notFound()
    return row
  }
  return {
    label: of.label,
    form,
    fields,
    title: async (tx, id) => documentTitle(tx, type, await rowOf(tx, id)),
    mayRead: mayReadDocument(of, info),
    vars: async (tx, id) => vars(tx, await rowOf(tx, id)),
    onState: bindDocument(type),
  }
}
