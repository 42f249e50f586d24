import { currentSession } from '../session.ts'

/**
 * Whether a document is for this person to decide, whatever its state and their permissions: nobody decides what they
 * made or submitted themselves, but holders of everything where no setting forbids it. Frame §7.
 */
export function mayDecide(row: { submitBy: number | null; createBy: number | null }): boolean {
  const { person } = currentSession()
  if (person === null) return false
  return person.decidesOwn === 1 || (row.submitBy !== person.id && row.createBy !== person.id)
}
