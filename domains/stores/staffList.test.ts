import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { trust } from '#kit/shared/loose.ts'
import type { Person } from '#kit/web/session.ts'

const kept = new Map<string, string>()
const answers: object[] = []
const asked = vi.fn(async (_call: unknown, _input: unknown) => ({ list: answers }))

let session: typeof import('#kit/web/session.ts')
let staff: typeof import('./staffList.web.ts')

beforeAll(async () => {
  // What of a browser the session and the list need.
  vi.stubGlobal('document', { cookie: '', querySelector: () => null })
  vi.stubGlobal('location', { protocol: 'https:' })
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  })
  vi.spyOn(await import('#kit/web/request.ts'), 'request').mockImplementation(trust(asked))
  session = await import('#kit/web/session.ts')
  staff = await import('./staffList.web.ts')
})
afterAll(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const person = (account: string, permissions: string[]): Person => ({
  ...{ id: 7, account, name: '', realName: '林', avatar: '', introduction: '', phone: '', roles: ['a'] },
  ...{
    permissions,
    isAgent: 0,
    isSms: 0,
    deptId: null,
    deptName: '',
    positionName: '',
    storeIds: [],
  },
  ...{ dataScopes: [], pwdExpired: 0, pwdLeftDays: null, pwdWarnDays: 7, loginTime: 0, lastIp: '' },
  decidesOwn: 0,
})

test('M-056: the account that is signed in is looked up in the list of store staff, kept without phones', async () => {
  answers.push({
    ...{ id: 1, uid: 7, storeId: 3, staffName: '林', roleType: 2, account: 'lin', phone: '13800138000' },
  })
  session.startSession('t', { id: 7, realName: '林', isAgent: 0, pwdExpired: 0 })
  session.setPerson(person('lin', []))
  await staff.keepStaffList()
  // Who may not read the list is not asked for it, and is nobody's staff by it.
  expect(asked).not.toHaveBeenCalled()
  expect(staff.isStoreStaff()).toBe(false)
  session.setPerson(person('lin', ['admin:system:store:staff:list']))
  await staff.keepStaffList()
  expect(JSON.parse(kept.get('storeStaffList') ?? '')).toEqual([
    { id: 1, uid: 7, storeId: 3, staffName: '林', roleType: 2, account: 'lin' },
  ])
  expect([staff.isStoreStaff(), staff.isStoreStaff(3), staff.isStoreStaff(4)]).toEqual([true, true, false])
  session.setPerson(person('other', ['admin:system:store:staff:list']))
  expect(staff.isStoreStaff()).toBe(false)
  kept.set('storeStaffList', '{broken')
  expect(staff.isStoreStaff()).toBe(false)
})

test('what is to be done once somebody is signed in is done once per session, and at once when they are already', () => {
  const done = vi.fn()
  session.onSignedIn(done)
  expect(done).toHaveBeenCalledTimes(1)
  session.setPerson(person('other', []))
  expect(done).toHaveBeenCalledTimes(1)
  session.resetSession()
  session.startSession('u', { id: 7, realName: '林', isAgent: 0, pwdExpired: 0 })
  expect(done).toHaveBeenCalledTimes(1)
  session.setPerson(person('lin', []))
  expect(done).toHaveBeenCalledTimes(2)
})
