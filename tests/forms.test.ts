// What the rooms declare as required, a form must be able to set. What stands in a form at all is the form's own test
// (kit/web/form/places.test.ts); its screens are opened in a browser (e2e/screens.spec.ts).
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Field, Shape } from '#kit/shared/field.ts'
import { rooms } from '../app/domains.ts'

/** Required fields without an input of their type, and what sets them. */
const SET_OTHERWISE: Readonly<Record<string, string>> = {
  'customerFollow.customerId': 'the page of the customer on which it is written',
  '/admin/customer/follow/save customerId': 'the page of the customer on which it is written',
  'listView.state': 'the list whose look is kept',
  '/admin/view/save state': 'the list whose look is kept',
  'truckUpkeep.truckCarId': 'the page or the row of the vehicle',
  '/admin/system/role/save rules': 'the tree of the menu that the form of roles brings',
  '/admin/system/role/update rules': 'the tree of the menu that the form of roles brings',
}

// The registrations of the rooms need a browser, so they are read as texts.
const chosenFrom = new Set(
  globSync('domains/**/*.tsx').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/declare(?:Ref|Master)Options\(\s*'(\w+)'/g)].map(
      ([, name]) => name,
    ),
  ),
)
const entities = new Set<string>(rooms.flatMap(({ facts }) => facts.entities.map((of) => of.name)))

/** Whether no form can set a field that has to be set: it stands in none, or there is nothing to choose it from. */
const isOutOfReach = (field: Field): boolean =>
  field.required === true &&
  field.initial === undefined &&
  !field.readOnly &&
  (field.form === false || (field.ref !== undefined && entities.has(field.ref) && !chosenFrom.has(field.ref)))

function outOfReach(of: string, shape: Shape): string[] {
  return Object.entries(shape).flatMap(([name, field]) => {
    const inside = field.shape === undefined ? [] : outOfReach(`${of} ${name}`, field.shape)
    return [...(isOutOfReach(field) ? [`${of}${of.startsWith('/') ? ' ' : '.'}${name}`] : []), ...inside]
  })
}

test('what is required can be set in a form', () => {
  expect(chosenFrom.size).toBeGreaterThan(20)
  const found = rooms.flatMap(({ facts }) => [
    ...facts.entities.flatMap((of) => outOfReach(of.name, of.shape)),
    ...facts.calls
      .filter(({ change, path }) => change && /\/(save|add|update)$/.test(path))
      .flatMap(({ path, shape }) => outOfReach(path, shape)),
  ])
  expect(found.sort()).toEqual(Object.keys(SET_OTHERWISE).sort())
})
