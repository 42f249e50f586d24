import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cycles, dominators, type Graph, makeGraph, reach } from './graph.ts'

const graphs = fc.integer({ min: 1, max: 9 }).chain((size) =>
  fc
    .tuple(
      fc.constant(size),
      fc.array(fc.tuple(fc.nat(size - 1), fc.nat(size - 1)), { maxLength: 20 }),
      fc.nat(511),
    )
    .map(([count, ways, mask]) => ({
      graph: makeGraph(count, ways),
      keeps: (node: number) => (mask & (1 << node)) !== 0,
    })),
)
const all = (graph: Graph) => [...graph.out.keys()]
const next = (graph: Graph, node: number) => graph.out[node] ?? []

test('circles are the nodes that come back to themselves', () => {
  fc.assert(
    fc.property(graphs, ({ graph, keeps }) => {
      const kept = graph.out.map((to, node) => (keeps(node) ? to.filter(keeps) : []))
      const onwards = (node: number) => reach(kept, kept[node] ?? [])
      const expected = new Map<string, number[]>()
      for (const node of all(graph)) {
        if (!onwards(node).has(node)) continue
        const group = all(graph).filter((other) => onwards(node).has(other) && onwards(other).has(node))
        expected.set(group.join(), group)
      }
      const found = cycles(graph, keeps).map((group) => group.join())
      expect(found.toSorted()).toEqual([...expected.keys()].toSorted())
    }),
    { numRuns: 500 },
  )
})

test('a node lies above another when nothing is left of the way without it', () => {
  fc.assert(
    fc.property(graphs, ({ graph }) => {
      const above = dominators(graph, 0)
      const reached = reach(graph.out, [0])
      // By definition: those without which the node is not reached any more.
      const over = (node: number) =>
        all(graph).filter((other) => other !== node && reached.has(node) && !without(graph, other).has(node))
      for (const node of all(graph)) {
        const chain: number[] = []
        for (let at = above[node]; at !== undefined; at = above[at]) chain.push(at)
        expect(chain.toSorted()).toEqual(over(node))
      }
    }),
    { numRuns: 500 },
  )
})

function without(graph: Graph, removed: number): Set<number> {
  if (removed === 0) return new Set()
  return reach(
    graph.out.map((to) => to.filter((node) => node !== removed)),
    [0],
  )
}

test('what may not be passed is reached, but leads nowhere', () => {
  const graph = makeGraph(4, [
    [0, 1],
    [1, 2],
    [0, 3],
  ])
  expect([...reach(graph.out, [0], (node) => node !== 1)].toSorted()).toEqual([0, 1, 3])
  expect(next(graph, 0)).toEqual([1, 3])
  expect(graph.in[2]).toEqual([1])
})

test('twenty thousand ways in a row and back are no matter of depth', () => {
  const size = 20_000
  const graph = makeGraph(
    size,
    Array.from({ length: size }, (_, node): [number, number] => [node, (node + 1) % size]),
  )
  expect(cycles(graph, () => true)).toHaveLength(1)
  expect(dominators(graph, 0)[size - 1]).toBe(size - 2)
})
