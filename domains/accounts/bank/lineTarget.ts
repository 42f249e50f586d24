/** What the acts with a movement look at. */
export interface LineTarget {
  readonly id: number
  readonly amount: string
  readonly bankSerialNo: string
  readonly entryId: number | null
  readonly isPosted: 0 | 1
  readonly matchStatus: number | null
  readonly source: number | null
  readonly vacctId: number | null
}

/** What a decision about a movement changes besides. */
export const TOUCHES = ['/admin/cust/vacct', '/admin/icbc/vacct/log', '/admin/account', '/admin/ct/account']
