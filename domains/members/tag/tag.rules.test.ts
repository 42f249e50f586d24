import { expect, test } from 'vitest'
import { placeNodes } from './graph.rules.ts'
import {
  circleText,
  contradiction,
  dependsOn,
  impliedBy,
  impliersOf,
  lastDue,
  type NetTag,
  rivalsOf,
  sizeAfter,
  type TagNet,
} from './tag.rules.ts'

const tag = (id: number, more: Partial<NetTag> = {}): [number, NetTag] => [
  id,
  { id, name: `T${id}`, sort: 0, status: 1, tagType: 2, oneOf: null, uses: [], ...more },
]
const net = (tags: [number, NetTag][], ...relations: TagNet['relations']): TagNet => ({
  tags: new Map(tags),
  relations,
})

test('U §4.3: rivals are those of a group 单选 and those excluded; the smaller sort is the stronger', () => {
  const of = net(
    [
      tag(1, { oneOf: 7, sort: 2 }),
      tag(2, { oneOf: 7, sort: 1 }),
      tag(3, { sort: 2 }),
      tag(4, { sort: 9 }),
      tag(5),
    ],
    { kind: 1, fromTagId: 1, toIds: [3] },
    { kind: 1, fromTagId: 4, toIds: [1] },
  )
  expect(rivalsOf(of, 1)).toEqual({ stronger: [2], weaker: [3, 4] })
  expect(rivalsOf(of, 3)).toEqual({ stronger: [1], weaker: [] })
  expect(rivalsOf(of, 5)).toEqual({ stronger: [], weaker: [] })
})

test('U §4.3: what is implied over several steps, and by what', () => {
  const of = net(
    [tag(1), tag(2), tag(3)],
    { kind: 2, fromTagId: 1, toIds: [2] },
    { kind: 2, fromTagId: 2, toIds: [3] },
  )
  expect(impliedBy(of, 1).sort()).toEqual([2, 3])
  expect(impliersOf(of, 3).sort()).toEqual([1, 2])
})

test('U §18-12, §13-5: a circle of rules, also over what is implied, is told by its names', () => {
  const rules = net([tag(1, { uses: [2] }), tag(2, { uses: [1] })])
  expect(circleText(rules, 2)).toBe('T2→T1→T2')
  const mixed = net([tag(1, { uses: [2] }), tag(2)], { kind: 2, fromTagId: 1, toIds: [2] })
  expect(circleText(mixed, 1)).toBe('T1→T2→T1')
  expect(circleText(net([tag(1, { uses: [2] }), tag(2)]), 1)).toBeNull()
})

test('U §4.3: a pair both excluded and implied is found', () => {
  const of = net(
    [tag(1), tag(2)],
    { kind: 2, fromTagId: 1, toIds: [2] },
    { kind: 1, fromTagId: 2, toIds: [1] },
  )
  expect(contradiction(of)).toEqual(['T1', 'T2'])
  expect(contradiction(net([tag(1), tag(2)]))).toBeNull()
})

test('U §4.5: what a rule asks for is computed before it, with what implies that', () => {
  const of = net([tag(1, { uses: [2] }), tag(2, { uses: [3] }), tag(3), tag(4)], {
    kind: 2,
    fromTagId: 4,
    toIds: [3],
  })
  expect(dependsOn(of, 1).sort()).toEqual([2, 3, 4])
})

const at = (text: string) => new Date(`${text}:00+08:00`)
test.each([
  ['每日', { runMode: 1, runDay: 1, runHour: 3 }, '2026-11-25 10:00', '2026-11-25 03:00'],
  ['每日 before its hour', { runMode: 1, runDay: 1, runHour: 3 }, '2026-11-25 02:59', '2026-11-24 03:00'],
  ['每周 on Monday', { runMode: 2, runDay: 1, runHour: 3 }, '2026-11-25 10:00', '2026-11-23 03:00'],
  [
    '每周 on its day before its hour',
    { runMode: 2, runDay: 3, runHour: 12 },
    '2026-11-25 10:00',
    '2026-11-18 12:00',
  ],
  ['每月', { runMode: 3, runDay: 28, runHour: 0 }, '2026-03-01 00:00', '2026-02-28 00:00'],
  ['实时 at night', { runMode: 4, runDay: 1, runHour: 20 }, '2026-11-25 10:00', '2026-11-25 03:00'],
] as const)('U §4.5: %s', (_name, plan, now, due) => {
  expect(lastDue(plan, at(now.replace(' ', 'T')))).toEqual(at(due.replace(' ', 'T')))
})

test('U §4.5: 仅一次 has no plan', () => {
  expect(lastDue({ runMode: 5, runDay: 1, runHour: 3 }, new Date())).toBeNull()
})

test('U §4.3: boxes of the drawing stand behind what leads to them, and a circle ends', () => {
  const nodes = ['a', 'b', 'c'].map((key) => ({ key }))
  const { places, columns, rows } = placeNodes(nodes, [
    { from: 'a', to: 'b' },
    { from: 'b', to: 'c' },
  ])
  expect([...places.values()]).toEqual([
    { column: 0, row: 0 },
    { column: 1, row: 0 },
    { column: 2, row: 0 },
  ])
  expect([columns, rows]).toEqual([3, 1])
  const circle = placeNodes(nodes, [
    { from: 'a', to: 'b' },
    { from: 'b', to: 'a' },
  ])
  expect(circle.columns).toBeLessThanOrEqual(3)
  expect(new Set([...circle.places].map(([, one]) => `${one.column} ${one.row}`)).size).toBe(3)
})

test('U §18-11: a range that took long is followed by a smaller one, and a quick one by a larger one up to the most', () => {
  expect(sizeAfter(5000, 320, 5000)).toBe(1250)
  expect(sizeAfter(1250, 80, 5000)).toBe(1250)
  expect(sizeAfter(1250, 160, 5000)).toBe(625)
  expect(sizeAfter(1250, 10, 5000)).toBe(1875)
  expect(sizeAfter(4000, 0, 5000)).toBe(5000)
  expect(sizeAfter(600, 9000, 5000)).toBe(500)
})
