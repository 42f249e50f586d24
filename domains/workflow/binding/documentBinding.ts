import type { Tx } from '#kit/server/database.ts'
import { bindDocument, type DocumentType } from '#kit/server/document.ts'
import { documentTitle } from '#kit/server/documentOutcome.ts'
import { findRow } from '#kit/server/rows.ts'
import { mayReadDocument } from '#kit/server/serveDocument.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { notFound } from '#kit/shared/errors.ts'
import type { Binding } from './binding.ts'

/** How processes decide the documents of a type; undefined where none does. Workflow §3.11. */
export function documentBinding(type: DocumentType): Binding | undefined {
  const { entity: of, process } = type
  if (process === undefined) return undefined
  const { form, info, fields, vars } = process
  const rowOf = async (tx: Tx, id: number): Promise<EntityRow<typeof of>> => {
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
