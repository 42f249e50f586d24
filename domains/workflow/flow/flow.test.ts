// The starting drawings, and what comparisons and try runs are told in. Workflow §3.2, §4.
import { expect, test } from 'vitest'
import { canonical } from '../model/canonical.ts'
import { diffProcess } from '../model/diff.ts'
import type { HandlerChoice, Process } from '../model/types.ts'
import { validate } from '../model/validate.ts'
import { diffWords, elementTitle } from './diffWords.ts'
import { drawingOf, TEMPLATES } from './templates.ts'
import { askedVariables, stepWords, type Tried, typedValue, wayHighlight } from './tryWords.ts'

const HEAD = { name: 'leave', displayName: '请假' }
const handlers: HandlerChoice[] = ['starterDeptLeader', 'starterUpperLeader'].map((name) => ({
  kind: 'assignment',
  name,
  label: name,
  group: '',
}))

const drawn = (template: (typeof TEMPLATES)[number]['value']): Process =>
  canonical(drawingOf(template, HEAD, [7, 8]))

test.each(TEMPLATES)('the template $label can be deployed as it is', ({ value }) => {
  expect(validate(drawn(value), { handlers, emptyActorPolicy: 'error' })).toEqual([])
})

test('those who sign are the participants of the countersign', () => {
  const sign = drawn('sign').nodes.find(({ id }) => id === 'sign')
  expect(sign?.properties).toMatchObject({
    assignee: 'user:7,user:8',
    performType: 'ALL',
    field: { countersignType: 'PARALLEL' },
  })
})

test('what lies between two versions is told in words', () => {
  const before = drawn('one')
  const after = drawn('two')
  const moved = after.nodes.find(({ id }) => id === 'leader')
  if (moved !== undefined) {
    moved.y += 40
    moved.properties = { ...moved.properties, assignee: 'user:7' }
  }
  after.displayName = '请假单'
  const words = diffWords(before, after, diffProcess(before, after))
  expect(words.process).toEqual(['显示名称：请假 → 请假单'])
  expect(words.added.map(({ title }) => title)).toEqual([
    '任务「上级负责人审批」',
    '连线「上级负责人审批 → 结束」',
  ])
  expect(words.removed).toEqual([])
  const leader = words.changed.find(({ id }) => id === 'leader')
  expect(leader).toEqual({
    id: 'leader',
    title: '任务「部门负责人审批」',
    fields: ['参与者：（空） → user:7', '位置有调整'],
  })
  expect(words.changed.find(({ id }) => id === 'transition3')?.fields).toEqual([
    '终点：结束 → 上级负责人审批',
  ])
  expect(elementTitle(after, 'gone')).toBe('「gone」')
})

const choosing: Process = {
  ...HEAD,
  nodes: [
    { id: 'start', type: 'snaker:start', x: 0, y: 0, properties: {} },
    { id: 'd', type: 'snaker:decision', x: 0, y: 0, properties: {} },
    { id: 'end', type: 'snaker:end', x: 0, y: 0, properties: {} },
  ],
  edges: [
    { id: 'a', type: 'snaker:transition', sourceNodeId: 'start', targetNodeId: 'd', properties: {} },
    {
      id: 'b',
      type: 'snaker:transition',
      sourceNodeId: 'd',
      targetNodeId: 'end',
      text: { value: '大额' },
      properties: { expr: 'amount > 100 && countersignResult_d != "fail" && #nrOfInstances > 1' },
    },
    {
      id: 'c',
      type: 'snaker:transition',
      sourceNodeId: 'd',
      targetNodeId: 'end',
      properties: { expr: 'broken (' },
    },
  ],
}

test('a try run asks for the variables of the conditions, and takes numbers for numbers', () => {
  expect(askedVariables(choosing)).toEqual(['amount'])
  expect([' 12.5', 'true', '否', ''].map(typedValue)).toEqual([12.5, true, '否', ''])
})

test('a try run shows where it went and stands', () => {
  const tried: Pick<Tried, 'way' | 'open'> = {
    way: [
      { kind: 'node', id: 'start' },
      { kind: 'edge', id: 'a' },
      { kind: 'node', id: 'd' },
      { kind: 'edge', id: 'b' },
    ],
    open: [{ node: 'd', name: '', mode: 'ANY', actors: [] }],
  }
  expect(wayHighlight(tried)).toEqual({
    historyNodeNames: ['start'],
    activeNodeNames: ['d'],
    historyEdgeNames: ['a', 'b'],
  })
  expect(stepWords(choosing, tried.way.slice(2))).toEqual(['到达决策「d」', '经过连线「大额：d → end」'])
})
