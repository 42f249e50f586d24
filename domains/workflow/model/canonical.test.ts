import { describe, expect, test } from 'vitest'
import { canonical } from './canonical.ts'
import { orthogonal } from './geometry.ts'
import { readJson, writeJson } from './json.ts'
import { fieldLabel, isName, newId } from './names.ts'
import { parseProcess } from './parse.ts'
import { ModelError } from './problem.ts'
import { draw } from './samples.ts'
import type { Point, Process } from './types.ts'
import { writeXml } from './xml.ts'

function problems(read: () => unknown): string[] {
  try {
    read()
  } catch (error) {
    if (error instanceof ModelError) return error.problems.map(({ code, message }) => `${code} ${message}`)
    throw error
  }
  return []
}

const oneNode = (node: object): Process['nodes'][number] | undefined =>
  canonical({ nodes: [{ id: 'n', type: 'task', x: 1, y: 2, ...node }] }).nodes[0]
const oneEdge = (edge: object): Process['edges'][number] | undefined =>
  canonical({
    nodes: [{ id: 'n', type: 'task', x: 1, y: 2 }],
    edges: [{ id: 'e', sourceNodeId: 'n', targetNodeId: 'n', ...edge }],
  }).edges[0]

describe('one form', () => {
  test('numbers come from texts too and are rounded to hundredths', () => {
    expect(oneNode({ x: '80', y: 1.005001, properties: { width: '133.333', height: 0 } })).toMatchObject({
      x: 80,
      y: 1.01,
      properties: { width: 133.33, height: 80 },
    })
    expect(oneNode({ x: 'far', y: Number.NaN })).toMatchObject({ x: 0, y: 0 })
    expect(Object.is(oneNode({ x: -0.001 })?.x, 0)).toBe(true)
  })

  test('a label given as text stands at the centre; the display name is only a substitute for it', () => {
    expect(oneNode({ text: '甲' })?.text).toEqual({ x: 1, y: 2, value: '甲' })
    expect(
      oneNode({ text: { x: 5.555, value: '甲', draggable: true }, properties: { displayName: '乙' } }),
    ).toEqual({
      id: 'n',
      type: 'snaker:task',
      x: 1,
      y: 2,
      text: { x: 5.56, y: 2, value: '甲', draggable: true },
      properties: { width: 120, height: 80 },
    })
    expect(oneNode({ text: { x: 5, y: 6, value: '' }, properties: { displayName: '乙' } })?.text).toEqual({
      x: 5,
      y: 6,
      value: '乙',
    })
    expect(oneNode({ text: '' })).not.toHaveProperty('text')
    expect(oneEdge({ text: '甲' })?.text).toEqual({ value: '甲' })
  })

  test('nothing empty and no highlight is kept, unknown keys are', () => {
    expect(
      oneNode({
        zIndex: 3,
        rotate: null,
        properties: {
          form: '',
          assignee: undefined,
          state: 'active',
          own: { a: null, b: [null, ''] },
          field: { attr1: '' },
        },
      }),
    ).toEqual({
      id: 'n',
      type: 'snaker:task',
      x: 1,
      y: 2,
      zIndex: 3,
      properties: { own: { b: [null, ''] }, width: 120, height: 80 },
    })
  })

  test('only four types have a size of their own', () => {
    const sized = { properties: { width: 99, height: 88 } }
    for (const type of ['start', 'end', 'decision', 'fork', 'join']) {
      expect(oneNode({ type, ...sized })?.properties, type).toEqual({})
    }
    for (const type of ['task', 'custom', 'wfSubProcess', 'subProcess']) {
      expect(oneNode({ type, ...sized })?.properties, type).toMatchObject({ width: 99, height: 88 })
    }
    expect(oneNode({ type: 'subProcess' })?.properties).toEqual({ children: [], width: 500, height: 300 })
  })

  test('a name is never kept a second time', () => {
    expect(oneNode({ properties: { name: 'other' } })?.properties).not.toHaveProperty('name')
    expect(oneEdge({ properties: { name: 'e' } })?.properties).not.toHaveProperty('name')
    expect(oneEdge({ properties: { name: 'old' } })?.properties).toHaveProperty('name', 'old')
  })

  test('text fields are text', () => {
    expect(
      oneNode({ properties: { reminderRepeat: 60, field: { attr1: 5, attr2: true } } })?.properties,
    ).toMatchObject({
      reminderRepeat: '60',
      field: { attr1: '5', attr2: 'true' },
    })
  })

  test('edges', () => {
    expect(
      oneEdge({
        type: '',
        startPoint: { x: '1', y: 2.001 },
        endPoint: { x: 1 },
        pointsList: [
          { x: 1, y: 2 },
          { x: 3, y: '4' },
        ],
        sourceAnchorId: 'n_1',
        properties: { expr: true, offset: '0,0', width: 3 },
      }),
    ).toEqual({
      id: 'e',
      type: 'snaker:transition',
      sourceNodeId: 'n',
      targetNodeId: 'n',
      startPoint: { x: 1, y: 2 },
      pointsList: [
        { x: 1, y: 2 },
        { x: 3, y: 4 },
      ],
      sourceAnchorId: 'n_1',
      properties: { expr: 'true', labelOffset: '0,0' },
    })
    expect(oneEdge({ pointsList: [{ x: 1, y: 2 }] })).not.toHaveProperty('pointsList')
    expect(oneEdge({ properties: { offset: 30 } })?.properties).toEqual({ offset: 30 })
    expect(oneEdge({ id: undefined })?.id).toBe('transition1')
  })

  test('children of a group: those that exist, in node order, each once, and no group in itself', () => {
    const group = (id: string, children: unknown[]) => ({
      id,
      type: 'subProcess',
      x: 0,
      y: 0,
      properties: { children },
    })
    const { nodes } = canonical({
      nodes: [
        group('a', ['t2', 'nobody', 't1', 'a', 'b', 7]),
        { id: 't1', type: 'task' },
        group('b', ['a', 't1', 't3']),
        { id: 't2', type: 'task' },
        { id: 't3', type: 'task' },
        { id: 'c', type: 'subProcess', children: ['c'] },
      ],
    })
    const children = Object.fromEntries(nodes.map(({ id, properties }) => [id, properties.children]))
    expect(children).toMatchObject({ a: ['t1', 'b', 't2'], b: ['t3'], c: [] })
  })

  test('process values of the host win', () => {
    const values = { name: 'n', displayName: '新', instanceUrl: '' }
    expect(canonical({ name: 'x', displayName: '旧', instanceUrl: '/x', nodes: [] }, values)).toEqual({
      name: 'n',
      displayName: '新',
      nodes: [],
      edges: [],
    })
  })

  test('prefixes', () => {
    expect(canonical({ nodes: [{ id: 'a', type: 'bpm:task' }] }, undefined, 'host:').nodes[0]?.type).toBe(
      'host:task',
    )
  })

  test('forbidden keys do not come in', () => {
    const read = readJson(
      '{"__proto__":{"a":1},"nodes":[{"id":"a","type":"task","properties":{"constructor":1,"x":{"prototype":2}}}]}',
    )
    expect(read.nodes[0]?.properties).toEqual({ x: {}, width: 120, height: 80 })
    expect(Object.getPrototypeOf(read)).toBe(Object.prototype)
  })
})

describe('refusals', () => {
  test.each<[unknown, string]>([
    [null, 'SHAPE 内容不是流程定义：应为对象'],
    [[], 'SHAPE 内容不是流程定义：应为对象'],
    [{}, 'SHAPE 内容不是流程定义：缺少 nodes 数组'],
    [{ nodes: [], edges: 3 }, 'SHAPE 内容不是流程定义：edges 应为数组'],
    [{ nodes: [3] }, 'SHAPE 内容不是流程定义：节点应为对象'],
    [{ nodes: [], edges: [3] }, 'SHAPE 内容不是流程定义：连线应为对象'],
    [{ nodes: [{ type: 'task' }] }, 'ID_FORMAT 编号「」格式不正确'],
    [{ nodes: [{ id: 'a', type: 'snaker:gateway' }] }, 'UNKNOWN_TYPE 不支持的节点类型「snaker:gateway」'],
  ])('%j', (raw, message) => {
    expect(problems(() => canonical(raw))).toEqual([message])
  })

  test('all of them at once', () => {
    const nodes = [
      { id: 'a', type: 'task' },
      { id: 'a', type: 'task' },
      { id: 'b', type: 'task' },
    ]
    const edges = [
      { id: 'b', sourceNodeId: 'a', targetNodeId: 'b' },
      { id: 'e', sourceNodeId: 'a', targetNodeId: 'x' },
    ]
    expect(problems(() => canonical({ nodes, edges }))).toEqual([
      'DUP_ID 编号「a」重复',
      'DUP_ID 编号「b」重复',
      'DANGLING 连线「e」的起点或终点不存在',
    ])
  })

  test('limits', () => {
    const nodes = Array.from({ length: 5_001 }, (_, id) => ({ id, type: 'end' }))
    expect(problems(() => canonical({ nodes }))).toEqual(['LIMIT 流程定义过大：节点不能超过 5000 个'])
    expect(problems(() => canonical({ nodes: nodes.slice(1) }))).toEqual([])
    const edges = Array.from({ length: 20_001 }, () => ({}))
    expect(problems(() => canonical({ nodes: [], edges }))).toEqual([
      'LIMIT 流程定义过大：连线不能超过 20000 条',
    ])
    const around: { self?: unknown } = {}
    around.self = around
    expect(problems(() => canonical({ nodes: [], around }))).toEqual([
      'LIMIT 流程定义过大：嵌套不能超过 50 层',
    ])
    const nested = Array.from({ length: 60 }, (_, index) => ({
      id: `s${index}`,
      type: 'subProcess',
      properties: { children: [`s${index + 1}`] },
    }))
    expect(problems(() => canonical({ nodes: nested }))).toEqual(['LIMIT 流程定义过大：嵌套不能超过 50 层'])
    expect(problems(() => readJson(' '.repeat(5 * 1024 * 1024 + 1)))).toEqual([
      'LIMIT 流程定义过大：不能超过 5 MB',
    ])
  })
})

describe('text of either form', () => {
  const drawn = draw(['start', 'task1', 'end'], ['start>task1', 'task1>end'])

  test('is read for what it is', () => {
    expect(parseProcess(writeJson(drawn, 2))).toEqual({ process: drawn, from: 'json', problems: [] })
    expect(parseProcess(`\ufeff${writeJson(drawn)}`).from).toBe('json')
    expect(parseProcess(writeXml(drawn))).toEqual({ process: drawn, from: 'xml', problems: [] })
    expect(parseProcess(`\ufeff${writeXml(drawn)}`).from).toBe('xml')
    expect(parseProcess(writeJson(draw(['start'], []))).problems.map(({ code }) => code)).toContain('NO_END')
  })

  test('neither: both reasons with their places', () => {
    expect(problems(() => parseProcess('{\n  "name": x }'))).toEqual([
      'IMPORT_FAILED 导入失败：内容既不是有效的 JSON 也不是有效的 XML',
      'JSON_SYNTAX JSON 格式错误：第 2 行第 11 列：意外的字符「x」',
      expect.stringMatching(/^XML_SYNTAX XML 格式错误：第 \d 行第 \d+ 列：/),
    ])
    expect(problems(() => readJson('{"a":\n1'))).toEqual([
      'JSON_SYNTAX JSON 格式错误：第 2 行第 2 列：内容不完整',
    ])
  })

  test.each([
    ['', 1, '内容不完整'],
    ['{"a":1', 7, '内容不完整'],
    ['{"a":"x', 6, '意外的字符「"」'],
    ['[1,]', 4, '意外的字符「]」'],
    ['{"a":1,}', 8, '意外的字符「}」'],
    ['{"a" 1}', 6, '意外的字符「1」'],
    ['{a:1}', 2, '意外的字符「a」'],
    ['[1 2]', 4, '意外的字符「2」'],
    ['[}', 2, '意外的字符「}」'],
    ['{"a":[{}]} 😀', 12, '意外的字符「😀」'],
    ['[01]', 3, '意外的字符「1」'],
  ])('no json: %s', (text, column, reason) => {
    expect(problems(() => readJson(text))).toEqual([
      `JSON_SYNTAX JSON 格式错误：第 1 行第 ${column} 列：${reason}`,
    ])
  })

  test('what is json or xml but no definition says so', () => {
    expect(problems(() => parseProcess('{}'))).toEqual(['SHAPE 内容不是流程定义：缺少 nodes 数组'])
    expect(problems(() => parseProcess('<!DOCTYPE a><process/>'))).toEqual([
      'XML_FORBIDDEN 不允许包含 DOCTYPE 或实体定义',
    ])
  })

  test('equal definitions are equal texts', () => {
    const { nodes, edges, ...values } = drawn
    expect(writeJson({ edges, nodes, ...values })).toBe(writeJson(drawn))
  })
})

describe('right angles', () => {
  const bent = (pointsList: Point[]) => {
    const drawn = canonical({
      nodes: [
        { id: 'task1', type: 'task', x: 0, y: 0 },
        { id: 'task2', type: 'task', x: 300, y: 200 },
      ],
      edges: [{ id: 'e', sourceNodeId: 'task1', targetNodeId: 'task2', pointsList }],
    })
    return orthogonal(drawn).edges[0]?.pointsList?.map(({ x, y }) => [x, y])
  }
  const p = (x: number, y: number): Point => ({ x, y })

  test.each([
    [
      'straight lines stay',
      [p(60, 0), p(300, 0), p(300, 160)],
      [
        [60, 0],
        [300, 0],
        [300, 160],
      ],
    ],
    [
      'side to top',
      [p(60, 0), p(300, 160)],
      [
        [60, 0],
        [300, 0],
        [300, 160],
      ],
    ],
    [
      'side to side',
      [p(60, 0), p(240, 200)],
      [
        [60, 0],
        [150, 0],
        [150, 200],
        [240, 200],
      ],
    ],
    [
      'bottom to top',
      [p(0, 40), p(300, 160)],
      [
        [0, 40],
        [0, 100],
        [300, 100],
        [300, 160],
      ],
    ],
    [
      'over a bend',
      [p(60, 0), p(100, 90), p(240, 200)],
      [
        [60, 0],
        [100, 0],
        [100, 200],
        [240, 200],
      ],
    ],
  ])('%s', (_, points, expected) => {
    expect(bent(points)).toEqual(expected)
  })
})

test('names', () => {
  for (const good of ['a', '审批-1', 'task1.operator', 'x'.repeat(100), '😀'])
    expect(isName(good), good).toBe(true)
  const bad = ['', ' ', 'a b', 'a\n', 'x'.repeat(101), 'a　b', '\u0000', '\ud800', ...'"\'<>&/,;']
  for (const name of bad) expect(isName(name), name).toBe(false)
})

test('new ids', () => {
  const taken = new Set(['task1', 'task3', 'start'])
  expect(newId('snaker:task', taken)).toBe('task2')
  expect(newId('decision', taken)).toBe('decision1')
  expect(newId('start', taken)).toBe('start2')
  expect(newId('end', taken)).toBe('end')
  expect(newId('transition', taken)).toBe('transition1')
})

test('labels of fields', () => {
  expect(fieldLabel('assignee')).toBe('参与者')
  expect(fieldLabel('toString')).toBe('toString')
})
