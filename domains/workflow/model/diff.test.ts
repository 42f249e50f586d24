import { expect, test } from 'vitest'
import { diffProcess } from './diff.ts'
import { draw } from './samples.ts'

const before = draw(['start', 'task1', 'task2', 'end'], ['start>task1', 'task1>task2', 'task2>end'])

test('nothing between a definition and itself, in whatever order', () => {
  const turned = { ...before, nodes: before.nodes.toReversed(), edges: before.edges.toReversed() }
  expect(diffProcess(before, turned)).toEqual({ process: [], added: [], removed: [], changed: [] })
})

test('what came, went and changed', () => {
  const after = draw(
    ['start', ['task1', { assignee: 'role:1', field: { attr1: 'x' } }], 'task3', 'end'],
    [['start>task1', '#a'], 'task1>task3', 'task3>end'],
    { displayName: '新', instanceUrl: '/x' },
  )
  expect(diffProcess(before, after)).toEqual({
    process: [
      { path: 'displayName', before: '示例', after: '新' },
      { path: 'instanceUrl', before: undefined, after: '/x' },
    ],
    added: [
      { id: 'task3', kind: 'node' },
      { id: 'task1-task3', kind: 'edge' },
      { id: 'task3-end', kind: 'edge' },
    ],
    removed: [
      { id: 'task2', kind: 'node' },
      { id: 'task1-task2', kind: 'edge' },
      { id: 'task2-end', kind: 'edge' },
    ],
    changed: [
      {
        id: 'task1',
        kind: 'node',
        fields: [
          { path: 'properties.assignee', before: 'applicant', after: 'role:1' },
          { path: 'properties.field', before: undefined, after: { attr1: 'x' } },
        ],
      },
      {
        id: 'start-task1',
        kind: 'edge',
        fields: [{ path: 'properties.expr', before: undefined, after: '#a' }],
      },
    ],
  })
})
