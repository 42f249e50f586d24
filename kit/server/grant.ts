import type { Db, Tx } from './database.ts'

/** What a reward is given for: its row and line, and what people are told. */
export interface GrantSource {
  type: string
  id: number
  line: number
  /** number of the document */
  no: string
  title: string
}

/** A kind of reward: how it is given, taken back and counted. Key of a grant: kind, source and receiver. Doors §3. */
export interface Grant {
  /** gives n (points, pieces or cents) to a receiver, once per source; answers the id of the entry */
  grant(tx: Tx, to: number, n: number, source: GrantSource, refId?: number): Promise<number>
  /** takes back what a source gave, as far as it is unspent; answers how much */
  takeBack(tx: Tx, source: GrantSource): Promise<number>
  /** what receivers have of it; who is missing has nothing */
  balances(db: Db, ids: readonly number[]): Promise<Map<number, number>>
}

const grants = new Map<string, Grant>()

/** Registers a kind of reward; given twice throws. Doors §3. */
export function declareGrant(kind: string, grant: Grant): void {
  if (grants.has(kind)) throw new Error(`Grant ${kind} is declared twice`)
  grants.set(kind, grant)
}

/** The kind of reward, or undefined while its room does not exist. Doors §3. */
export function grantOf(kind: string): Grant | undefined {
  return grants.get(kind)
}
