// Cases made from the declarations: a word for a state means the same, and so has the same colour, in all rooms. Screens §1.
import { expect, test } from 'vitest'
import type { Choice, Shape } from '#kit/shared/field.ts'
import { rooms } from './domains.ts'

const choicesIn = (shape: Shape): readonly Choice[] =>
  Object.values(shape).flatMap(({ choices = [], shape: lines = {} }) => [...choices, ...choicesIn(lines)])

test('one word for a state has one meaning in all rooms', () => {
  const shapes = rooms.flatMap((room) => room.served).flatMap(({ call }) => [call.shape, call.answer.shape])
  const meanings = new Map<string, Set<string>>()
  for (const { label, means } of shapes.flatMap((shape) => choicesIn(shape ?? {})))
    if (means !== undefined) meanings.set(label, (meanings.get(label) ?? new Set()).add(means))
  expect(meanings.size).toBeGreaterThan(50)
  const several = [...meanings].filter(([, of]) => of.size > 1).map(([label, of]) => [label, ...of])
  expect(several).toEqual([])
})
