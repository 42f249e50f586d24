/** Whose account it is, as the address of its page says. */
export interface Held {
  readonly accountType: number
  readonly uid: number | null
  readonly systemOrgId: number | null
  readonly payerId: number | null
}
export const HELD_READS = ['accountType', 'uid', 'systemOrgId', 'payerId'] as const

/** The page of an account: by its holder, whose kind the query tells. Orders §1. */
export function accountPlace({ accountType, uid, systemOrgId, payerId }: Held): string {
  const holder = accountType === 1 ? uid : accountType === 2 ? systemOrgId : payerId
  return `/user/accountInfo/${holder ?? 0}?accountType=${accountType}`
}
