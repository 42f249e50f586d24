// Cases made from the declarations: nobody is shown the number of a row where it has a name or a code. Frame §5.
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Shape } from '#kit/shared/field.ts'
import { rooms } from './domains.ts'

/** What other systems call so, and people know by it. */
const NAMED = new Set(['模板ID', 'AppID', '小程序AppID'])
const calls = rooms.flatMap((room) => room.served).map(({ call }) => call)

/** Labels that name an id, of the fields that stand in lists and forms; `id` itself is no column (columnsOf.tsx). */
const numbersIn = (shape: Shape, place: string, stands: 'list' | 'form'): string[] =>
  Object.entries(shape).flatMap(([name, field]) => {
    if (name === 'id' || field.type === 'ids' || field[stands] === false) return []
    if (stands === 'form' && field.readOnly) return []
    // Of lines a cell shows nothing; a form shows their columns.
    const lines = stands === 'form' ? columnsOf(field.shape ?? {}, `${place} ${name}`) : []
    return /ID$/.test(field.label) && !NAMED.has(field.label)
      ? [...lines, `${place} ${name}: ${field.label}`]
      : lines
  })

const columnsOf = (shape: Shape, place: string): string[] =>
  Object.entries(shape)
    .filter(([, field]) => field.list !== false && field.form !== false && /..ID$/.test(field.label))
    .map(([name, field]) => `${place}.${name}: ${field.label}`)

test('no column of a list is the number of a row', () => {
  const lists = calls.filter((call) => call.answer.kind === 'list')
  expect(lists.length).toBeGreaterThan(80)
  expect(lists.flatMap(({ path, answer }) => numbersIn(answer.shape ?? {}, path, 'list'))).toEqual([])
})

test('no input of a form is the number of a row', () => {
  const forms = calls.filter((call) => call.change && [1, 2].includes(call.business))
  expect(forms.length).toBeGreaterThan(80)
  expect(forms.flatMap(({ path, shape }) => numbersIn(shape, path, 'form'))).toEqual([])
})

test('nor is it written so by hand in a screen', () => {
  const found = globSync('{domains,kit,app}/**/*.tsx').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\b(?:label|title)(?:=|: )\{?['"`]([^'"`]*ID)['"`]/g)]
      .map(([, label = '']) => label)
      .filter((label) => !NAMED.has(label))
      .map((label) => `${file}: ${label}`),
  )
  expect(found).toEqual([])
})
