/** How far the authorisation of a brand has come, as the contracts of the house are counted. Catalog §2.2. */
export const AUTH_STATES = [
  { value: 0, label: '未开始' },
  { value: 1, label: '正常' },
  { value: 2, label: '即将到期' },
  { value: 3, label: '已结束' },
] as const
export type AuthState = (typeof AUTH_STATES)[number]['value']

/** Days before the end from which an authorisation counts as near its end. */
export const NEAR_DAYS = 30

const DAY_MS = 86_400_000

/** The state of an authorisation on a day 'yyyy-MM-dd'; both ends belong to it, an open end never comes. */
export function authState(authStart: string | null, authEnd: string | null, today: string): AuthState {
  if (authStart !== null && today < authStart) return 0
  if (authEnd === null) return 1
  if (today > authEnd) return 3
  return (Date.parse(authEnd) - Date.parse(today)) / DAY_MS <= NEAR_DAYS ? 2 : 1
}
