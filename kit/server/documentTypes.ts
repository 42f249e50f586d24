import type { Entity } from '#kit/shared/entity.ts'
import { WAITING_TOPIC } from '#kit/shared/waiting.ts'
import type { Tx } from './database.ts'
import type { DocumentType } from './document.ts'
import type { Served } from './serve.ts'
import { notice } from './transaction.ts'

const types = new Map<string, DocumentType>()

/** Marks the call that decides documents of a type: they are counted for whoever may ask it. Frame §7. */
export function decides(type: DocumentType, served: Served): Served {
  return { ...served, decides: type }
}

/** Takes the document types from the calls that decide them; at the start, before anything is served. */
export function knowDocuments(served: readonly Served[]): void {
  types.clear()
  for (const { decides: type } of served) if (type !== undefined) types.set(type.entity.name, type)
}

/** Every type of document that somebody decides. */
export const documentTypes = (): readonly DocumentType[] => [...types.values()]

/** The type of a document by the name of its entity. */
export const documentType = (name: string): DocumentType | undefined => types.get(name)

type Values = Readonly<Record<string, unknown>>

const isWaiting = ({ aside }: DocumentType, row: Values | null): boolean =>
  row !== null && row.auditStatus === 0 && row.isDel === 0 && (aside === undefined || row[aside] === 0)

/**
 * Tells whoever may decide documents of this type that one more or one less waits, after the commit; nothing when the
 * written row (null: there was or is none) waits as before. Frame §5.
 */
export function tellExaminers(tx: Tx, of: Entity, before: Values | null, after: Values | null): void {
  const type = types.get(of.name)
  if (type === undefined || isWaiting(type, before) === isWaiting(type, after)) return
  notice(tx, { topic: WAITING_TOPIC, permission: type.states.actions.pass.permission })
}
