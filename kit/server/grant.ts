import type { Db, Tx } from './database.ts'
import { namedPoint, type Registration } from './points.ts'

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
  /**
   * takes n from somebody by hand, once per source: 422 when there is less; answers the id of the entry. Left out where only
   * what a source gave can be taken back
   */
  take?(tx: Tx, from: number, n: number, source: GrantSource): Promise<number>
  /** what receivers have of it; who is missing has nothing */
  balances(db: Db, ids: readonly number[]): Promise<Map<number, number>>
}

const grants = namedPoint<Grant>('Grant')

/** Registers a kind of reward. Doors §3. */
export const declareGrant = (kind: string, grant: Grant): Registration => grants.as(kind, grant)

/** The kind of reward, or undefined while its room does not exist. Doors §3. */
export const grantOf = (db: Db, kind: string): Grant | undefined => grants.of(db, kind)
