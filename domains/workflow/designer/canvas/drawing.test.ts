import { expect, test } from 'vitest'
import type { ProcessEdge, ProcessNode } from '../../model/types.ts'
import { type Drawing, extrasOf, part, renamed, shifted } from './drawing.ts'
import { linesOf } from './look.ts'

const entry: ProcessNode = { id: 'in', type: 'snaker:start', x: 100, y: 100, properties: {} }
const way: ProcessEdge = {
  id: 't1',
  type: 'snaker:transition',
  sourceNodeId: 'in',
  targetNodeId: 'deep',
  sourceAnchorId: 'in_1',
  targetAnchorId: 'deep_3',
  startPoint: { x: 118, y: 100 },
  endPoint: { x: 125, y: 100 },
  pointsList: [
    { x: 118, y: 100 },
    { x: 125, y: 100 },
  ],
  text: { value: '去' },
  properties: {},
}

const drawing: Drawing = {
  nodes: [
    { id: 'sub', type: 'snaker:subProcess', x: 200, y: 100, properties: { children: ['in', 'deep'] } },
    entry,
    { id: 'deep', type: 'snaker:subProcess', x: 250, y: 100, properties: { children: ['task1'] } },
    {
      id: 'task1',
      type: 'snaker:task',
      x: 250,
      y: 110,
      text: { x: 250, y: 110, value: '审' },
      properties: {},
    },
    { id: 'out', type: 'snaker:end', x: 900, y: 100, properties: {} },
  ],
  edges: [
    way,
    { id: 't2', type: 'snaker:transition', sourceNodeId: 'sub', targetNodeId: 'out', properties: {} },
  ],
}

test('a new name reaches everything that says the old one, and nothing that only begins like it', () => {
  const { nodes, edges } = renamed(
    drawing,
    new Map([
      ['in', '入口'],
      ['t1', 'x'],
    ]),
  )
  expect(nodes[0]?.properties.children).toEqual(['入口', 'deep'])
  expect(nodes[1]?.id).toBe('入口')
  expect(edges[0]).toMatchObject({
    id: 'x',
    sourceNodeId: '入口',
    sourceAnchorId: '入口_1',
    targetAnchorId: 'deep_3',
  })
  const one = renamed({ nodes: [], edges: [{ ...way, sourceAnchorId: 'in2_1' }] }, new Map([['in', 'x']]))
  expect(one.edges[0]?.sourceAnchorId).toBe('in2_1')
})

test('a part has all that lies inside of it and the ways within', () => {
  const { nodes, edges } = part(drawing, new Set(['sub']))
  expect(nodes.map(({ id }) => id)).toEqual(['sub', 'in', 'deep', 'task1'])
  expect(edges.map(({ id }) => id)).toEqual(['t1'])
})

test('moving a drawing moves its points and the labels that have a place', () => {
  const { nodes, edges } = shifted(drawing, 40)
  expect(nodes[3]).toMatchObject({ x: 290, y: 150, text: { x: 290, y: 150, value: '审' } })
  expect(edges[0]).toMatchObject({ startPoint: { x: 158, y: 140 }, text: { value: '去' } })
  expect(edges[0]?.pointsList?.[1]).toEqual({ x: 165, y: 140 })
  expect(edges[0]?.text).not.toHaveProperty('x')
})

test('what the canvas does not know of an element is told apart', () => {
  expect(extrasOf({ ...entry, colour: 'red', children: [] })).toEqual({ colour: 'red' })
  expect(extrasOf({ ...way, weight: 3 })).toEqual({ weight: 3 })
})

test('labels break where they may: not within a word, not after an opening bracket', () => {
  expect(linesOf('采购委员会审批（金额）', 104, 3)).toEqual(['采购委员会审批', '（金额）'])
  expect(linesOf('Post stock voucher', 80, 3)).toEqual(['Post stock', 'voucher'])
  expect(linesOf('Supercalifragilistic', 80, 3).join('')).toBe('Supercalifragilistic')
  expect(linesOf('一二三四五六', 26, 2)).toEqual(['一二', '三…'])
  expect(linesOf('上\n下', 100, 2)).toEqual(['上', '下'])
})
