import { globSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Person } from '../session.ts'

let setPerson: (person: Person) => void
let mayDecide: (row: { submitBy: number | null; createBy: number | null }) => boolean

beforeAll(async () => {
  // What of a browser the session needs.
  vi.stubGlobal('document', { cookie: '' })
  vi.stubGlobal('location', { protocol: 'https:' })
  vi.stubGlobal('addEventListener', () => undefined)
  ;({ setPerson } = await import('../session.ts'))
  ;({ mayDecide } = await import('./mayDecide.ts'))
})

afterAll(() => {
  vi.unstubAllGlobals()
})

const person = (permissions: string[], decidesOwn: 0 | 1): Person => ({
  ...{
    id: 7,
    account: 'lin',
    name: '',
    realName: '林',
    avatar: '',
    introduction: '',
    phone: '',
    roles: ['a'],
  },
  ...{ isAgent: 0, isSms: 0, deptId: null, deptName: '', positionName: '', storeIds: [], dataScopes: [] },
  ...{ pwdExpired: 0, pwdLeftDays: null, pwdWarnDays: 7, loginTime: 0, lastIp: '' },
  ...{ permissions, decidesOwn },
})

const OTHERS = { submitBy: 8, createBy: 9 }

test.each([
  ['somebody with rights', ['admin:product:examine:save'], 0, false],
  ['a holder of everything', ['*:*:*'], 1, true],
  ['a holder of everything where a setting forbids it', ['*:*:*'], 0, false],
] as const)('own documents of %s', (_who, permissions, decidesOwn, expected) => {
  setPerson(person([...permissions], decidesOwn))
  expect(mayDecide({ submitBy: 7, createBy: 9 })).toBe(expected)
  expect(mayDecide({ submitBy: 9, createBy: 7 })).toBe(expected)
  expect(mayDecide(OTHERS)).toBe(true)
})

test('no screen has a rule of its own for it', () => {
  const root = new URL('../../..', import.meta.url).pathname
  const own = globSync('{domains,kit,app}/**/*.{ts,tsx}', { cwd: root }).filter(
    (path) =>
      !/\.test\.ts$|document\/mayDecide\.ts$|\.server\.ts$/.test(path) &&
      /submitBy !== me/.test(readFileSync(`${root}${path}`, 'utf8')),
  )
  expect(own).toEqual([])
})
