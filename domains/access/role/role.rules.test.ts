import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type RoleScope, scopeCovers } from './role.rules.ts'

// A small world: what an order looks like to the scopes, and what a person sees of it.
interface Order {
  store: number
  company: number
}

const ids = fc.uniqueArray(fc.integer({ min: 1, max: 3 }), { maxLength: 3 })
const custom: fc.Arbitrary<RoleScope> = fc
  .record({ storeIds: ids, companyIds: ids })
  .filter((lists) => lists.storeIds.length + lists.companyIds.length > 0)
  .map((lists) => ({ kind: 7, ...lists }))

const sees = (scope: RoleScope, order: Order): boolean =>
  [
    [scope.storeIds, order.store],
    [scope.companyIds, order.company],
  ].every(([list, id]) => !Array.isArray(list) || list.length === 0 || list.some((one) => one === id))

const world: Order[] = [1, 2, 3].flatMap((store) => [1, 2, 3].map((company) => ({ store, company })))

test('a custom scope that may be handed on shows nothing the giver does not see', () => {
  fc.assert(
    fc.property(fc.array(custom, { maxLength: 3 }), custom, (own, given) => {
      fc.pre(scopeCovers(own, given))
      for (const order of world)
        if (sees(given, order)) expect(own.some((scope) => sees(scope, order))).toBe(true)
    }),
  )
})

test('everybody may hand on their own scope', () => {
  fc.assert(fc.property(custom, (scope) => scopeCovers([scope], scope)))
  for (const kind of [1, 2, 3, 4, 5, 6]) expect(scopeCovers([{ kind }], { kind })).toBe(true)
})

test.each([
  [1, 4, true],
  [2, 3, true],
  [3, 2, false],
  [4, 5, false],
  [4, 6, true],
  [6, 1, false],
])('kind %i covers kind %i: %s', (own, given, covers) => {
  expect(scopeCovers([{ kind: own }], { kind: given })).toBe(covers)
})
