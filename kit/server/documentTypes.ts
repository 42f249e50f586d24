import type { Entity } from '#kit/shared/entity.ts'
import { WAITING_TOPIC } from '#kit/shared/waiting.ts'
import type { Db, Tx } from './database.ts'
import type { DocumentType } from './document.ts'
import { namedPoint, type Registration } from './points.ts'
import type { Served } from './serve.ts'
import { notice } from './transaction.ts'

const types = namedPoint<DocumentType>('Document type')

/** Marks the call that decides documents of a type: they are counted for whoever may ask it. Frame §7. */
export function decides(type: DocumentType, served: Served): Served {
  return { ...served, decides: type }
}

/** Registers the document types by the calls that decide them. */
export function declareDocuments(served: readonly Served[]): Registration[] {
  const decided = new Set(served.flatMap(({ decides: type }) => type ?? []))
  return [...decided].map((type) => types.as(type.entity.name, type))
}

/** Every type of document that somebody decides. */
export const documentTypes = (db: Db): readonly DocumentType[] => [...types.all(db).values()]

/** The type of a document by the name of its entity. */
export const documentType = (db: Db, name: string): DocumentType | undefined => types.of(db, name)

type Values = Readonly<Record<string, unknown>>

const isWaiting = ({ aside }: DocumentType, row: Values | null): boolean =>
  row !== null && row.auditStatus === 0 && row.isDel === 0 && (aside === undefined || row[aside] === 0)

/**
 * Tells whoever may decide documents of this type that one more or one less waits, after the commit; nothing when the
 * written row (null: there was or is none) waits as before. Frame §5.
 */
export function tellExaminers(tx: Tx, of: Entity, before: Values | null, after: Values | null): void {
  const type = documentType(tx, of.name)
  if (type === undefined || isWaiting(type, before) === isWaiting(type, after)) return
  notice(tx, { topic: WAITING_TOPIC, permission: type.states.actions.pass.permission })
}
