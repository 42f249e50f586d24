import { expect, test } from 'vitest'
import type { ProcessEdge, ProcessNode } from '../../model/types.ts'
import type { Drawing } from './drawing.ts'
import { cutUnder, halfWay, split } from './split.ts'

const node = (id: string, type: string, x: number, y: number): ProcessNode => ({
  id,
  type: `snaker:${type}`,
  x,
  y,
  text: { x, y, value: id },
  properties: {},
})
const edge = (id: string, sourceNodeId: string, targetNodeId: string): ProcessEdge => ({
  id,
  type: 'snaker:transition',
  sourceNodeId,
  targetNodeId,
  properties: {},
})

const level = {
  id: 'level',
  points: [
    { x: 0, y: 100 },
    { x: 400, y: 100 },
  ],
}
const bent = {
  id: 'bent',
  points: [
    { x: 0, y: 150 },
    { x: 200, y: 150 },
    { x: 200, y: 400 },
  ],
}
const task = { width: 120, height: 80 }

test('the nearest line that runs through a node is the one it splits, at the point nearest to its middle', () => {
  expect(cutUnder([level, bent], { x: 100, y: 110, ...task })).toEqual({
    line: 'level',
    at: { x: 100, y: 100 },
  })
  expect(cutUnder([level, bent], { x: 100, y: 140, ...task })).toEqual({
    line: 'bent',
    at: { x: 100, y: 150 },
  })
  expect(cutUnder([level, bent], { x: 230, y: 300, ...task })).toEqual({
    line: 'bent',
    at: { x: 200, y: 300 },
  })
  // Behind the bend only the bend itself is left.
  expect(cutUnder([bent], { x: 210, y: 140, ...task })).toEqual({ line: 'bent', at: { x: 200, y: 150 } })
})

test('a line beside a node is not split by it, nor one that only brushes a large one', () => {
  expect(cutUnder([level], { x: 100, y: 141, ...task })).toBeNull()
  expect(cutUnder([level], { x: 100, y: 126, width: 50, height: 50 })).toBeNull()
  expect(cutUnder([level], { x: 100, y: 200, width: 500, height: 300 })).toBeNull()
  expect(cutUnder([], { x: 0, y: 0, ...task })).toBeNull()
})

test('half way along a line counts its bends', () => {
  expect(halfWay(level.points)).toEqual({ x: 200, y: 100 })
  expect(halfWay(bent.points)).toEqual({ x: 200, y: 175 })
  expect(halfWay([])).toBeNull()
})

const way: ProcessEdge = {
  ...edge('big', 'route', 'sign'),
  sourceAnchorId: 'route_2',
  targetAnchorId: 'sign_3',
  startPoint: { x: 0, y: 100 },
  endPoint: { x: 400, y: 100 },
  pointsList: level.points,
  text: { x: 50, y: 90, value: '大额' },
  properties: { expr: '#amount > 1' },
  weight: 3,
}
const drawing: Drawing = {
  nodes: [
    node('route', 'decision', 0, 100),
    node('sign', 'task', 400, 100),
    node('task1', 'task', 200, 120),
    node('sub', 'subProcess', 200, 120),
  ],
  edges: [edge('first', 'route', 'sub'), way, edge('last', 'route', 'task1')],
}

test('the first half keeps id, name, condition and place, the second is new; outer ends stay fastened', () => {
  const { nodes, edges } = split(drawing, { line: 'big', at: { x: 200, y: 100 } }, 'task1', 'transition1')
  expect(edges.map(({ id }) => id)).toEqual(['first', 'big', 'transition1', 'last'])
  expect(edges[1]).toEqual({
    id: 'big',
    type: 'snaker:transition',
    sourceNodeId: 'route',
    targetNodeId: 'task1',
    sourceAnchorId: 'route_2',
    text: { value: '大额' },
    properties: { expr: '#amount > 1' },
    weight: 3,
  })
  expect(edges[2]).toEqual({
    id: 'transition1',
    type: 'snaker:transition',
    sourceNodeId: 'task1',
    targetNodeId: 'sign',
    targetAnchorId: 'sign_3',
    properties: {},
  })
  expect(nodes[2]).toMatchObject({ x: 200, y: 100, text: { x: 200, y: 100, value: 'task1' } })
  expect(nodes.filter(({ id }) => id !== 'task1')).toEqual(drawing.nodes.filter(({ id }) => id !== 'task1'))
})

test('a group is not moved onto the line: what it holds would stay behind', () => {
  const { nodes } = split(drawing, { line: 'big', at: { x: 200, y: 100 } }, 'sub', 'transition1')
  expect(nodes).toEqual(drawing.nodes)
})
