import { readAt } from '#kit/shared/standardCalls.ts'
import { request } from '#kit/web/request.ts'
import { currentSession, hasPermission } from '#kit/web/session.ts'
import type { staffCalls } from './stores.calls.ts'

/** Where the local storage keeps who works in stores; the end of a session clears it. Platform §4.5. */
const KEY = 'storeStaffList'
const LIST = readAt<typeof staffCalls.list>('/admin/system/store/staff/list')
const MAY_READ = 'admin:system:store:staff:list'
/** The most rows a list answers at once. */
const MOST = 1000

/** What is kept of a member of staff: nothing that others must not read on this machine, such as phones. */
interface KeptStaff {
  id: number
  uid: number
  storeId: number
  staffName: string
  roleType: number
  account: string
}

/** Fetches who works in stores after a sign-in and keeps it, for who may read the list. Platform §4.5. */
export async function keepStaffList(): Promise<void> {
  if (!hasPermission(MAY_READ)) return
  const { token } = currentSession()
  const { list } = await request(LIST, { limit: MOST, status: '1' }, { quiet: true })
  if (currentSession().token !== token) return
  const kept: KeptStaff[] = list.map(({ id, uid, storeId, staffName, roleType, account }) => ({
    id,
    uid,
    storeId,
    staffName,
    roleType: roleType ?? 0,
    account: account ?? '',
  }))
  localStorage.setItem(KEY, JSON.stringify(kept))
}

function keptStaff(): readonly KeptStaff[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? kept : []
  } catch {
    return []
  }
}

/** Whether the account that is signed in works in a store, or in the given one. Platform §4.5. */
export function isStoreStaff(storeId?: number): boolean {
  const account = currentSession().person?.account
  return keptStaff().some(
    (one) => one.account === account && (storeId === undefined || one.storeId === storeId),
  )
}
