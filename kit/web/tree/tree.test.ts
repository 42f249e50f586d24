import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countOpen, newSorts } from './tree.ts'

const node = (id: number, sort: number) => ({ id, sort })
type Node = ReturnType<typeof node>

// How lists of a tree are ordered: sort descending, id ascending.
const inOrder = (nodes: readonly Node[]) => nodes.toSorted((a, b) => b.sort - a.sort || a.id - b.id)

const apply = (nodes: readonly Node[], sorts: readonly Node[]) =>
  inOrder(nodes.map((one) => sorts.find((sort) => sort.id === one.id) ?? one)).map((one) => one.id)

test('a node that fits between its neighbours is the only one that changes', () => {
  const wanted = [node(5, 30), node(3, 10), node(2, 20)]
  expect(newSorts(wanted, 3)).toEqual([{ id: 3, sort: 29 }])
})

test('a node that stands right already changes nothing', () => {
  expect(newSorts([node(1, 3), node(2, 2), node(3, 1)], 2)).toEqual([])
})

test('without room between the neighbours all are numbered anew', () => {
  expect(newSorts([node(1, 0), node(3, 0), node(2, 0)], 3)).toEqual([
    { id: 1, sort: 3 },
    { id: 3, sort: 2 },
    { id: 2, sort: 1 },
  ])
})

test('whatever the sorts were, the new ones give the wanted order', () => {
  const nodes = fc.uniqueArray(
    fc.record({ id: fc.integer({ min: 1, max: 99 }), sort: fc.integer({ min: 0, max: 5 }) }),
    {
      minLength: 1,
      maxLength: 8,
      selector: (one) => one.id,
    },
  )
  fc.assert(
    fc.property(nodes, fc.nat(), fc.nat(), (given, from, to) => {
      const ordered = inOrder(given)
      const [moved] = ordered.splice(from % ordered.length, 1)
      if (moved === undefined) return
      ordered.splice(to % (ordered.length + 1), 0, moved)
      expect(apply(given, newSorts(ordered, moved.id))).toEqual(ordered.map((one) => one.id))
    }),
  )
})

test('what stands open is counted with what is seen in it', () => {
  const tree = [{ id: 1, children: [{ id: 2, children: [{ id: 3 }, { id: 4 }] }] }, { id: 5 }]
  const seen = (...open: number[]) => countOpen(tree, new Set(open))
  expect([seen(), seen(1), seen(2), seen(1, 2)]).toEqual([2, 3, 2, 5])
})
