import type { Entity, EntityRow } from '#kit/shared/entity.ts'
import { trust } from '#kit/shared/loose.ts'
import type { Tx } from './database.ts'
import type { DocumentType } from './document.ts'
import { type Registration, singlePoint } from './points.ts'

interface Columns {
  id: number
  submitBy: number | null
  createBy: number | null
}

/** How a document was decided, for whoever handed it in. Frame §5. */
export interface Outcome {
  /** person who handed it in, and who is told */
  to: number
  /** name of its entity and its id */
  type: string
  id: number
  /** kind and name, as people know it */
  title: string
  passed: boolean
  opinion: string
  /** address of its page */
  page: string
  /** of the decision: one is told once */
  decisionId: number
}

type Tell = (tx: Tx, outcome: Outcome) => Promise<void>

const submitters = singlePoint<Tell>('Outcomes')

/** The room that keeps messages registers how somebody hears what became of their document. Frame §5. */
export const declareOutcomes = (tell: Tell): Registration => submitters.as(tell)

/** A document as people name it: what it is and its number or name. */
export async function documentTitle<E extends Entity>(
  tx: Tx,
  type: DocumentType<E>,
  row: EntityRow<E>,
): Promise<string> {
  const { label, facts } = type.entity
  const name = type.titleOf ? await type.titleOf(tx, row) : Reflect.get(row, facts.title)
  return `${label}${String(name ?? trust<Columns>(row).id)}`
}

/** Tells whoever handed a document in what became of it; not who decided it themselves. */
export async function tellOutcome<E extends Entity>(
  tx: Tx,
  type: DocumentType<E>,
  row: EntityRow<E>,
  decision: { by: number; passed: boolean; opinion: string; decisionId: number },
): Promise<void> {
  const { id, submitBy, createBy } = trust<Columns>(row)
  const to = submitBy ?? createBy
  if (to === null || to === decision.by) return
  const { by: _by, ...told } = decision
  const page = type.page.replace('{id}', String(id))
  await submitters.of(tx)?.(tx, {
    to,
    type: type.entity.name,
    id,
    title: await documentTitle(tx, type, row),
    page,
    ...told,
  })
}
