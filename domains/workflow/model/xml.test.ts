import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { budget, meanOwnTime } from '../../../tests/ownTime.ts'
import { readJson } from './json.ts'
import { ModelError } from './problem.ts'
import { draw, drawLarge } from './samples.ts'
import type { Process } from './types.ts'
import { readXml, writeXml } from './xml.ts'

const SNAKER = new URL('../../../tests/data/snaker/', import.meta.url)
const EXAMPLE_JSON = readFileSync(new URL('../../../tests/data/stockin.json', import.meta.url), 'utf8')
const EXAMPLE_XML = readFileSync(
  new URL('../../../tests/data/stockin.xml', import.meta.url),
  'utf8',
).trimEnd()

const process = (inside: string, attributes = '') =>
  `<process name="p" displayName="P"${attributes}>${inside}</process>`
const node = (from: Process, id: string) => from.nodes.find((found) => found.id === id)
const edge = (from: Process, id: string) => from.edges.find((found) => found.id === id)

function refusal(read: () => unknown): string[] {
  try {
    read()
  } catch (error) {
    if (error instanceof ModelError) return error.problems.map(({ message }) => message)
    throw error
  }
  return []
}

test('the worked example, both ways', () => {
  const definition = readJson(EXAMPLE_JSON)
  expect(definition).toEqual(JSON.parse(EXAMPLE_JSON))
  expect(writeXml(definition)).toBe(EXAMPLE_XML)
  expect(readXml(EXAMPLE_XML)).toEqual(definition)
})

test('every file of the Java designer comes back as it was read', () => {
  const files = readdirSync(SNAKER)
  expect(files).toHaveLength(25)
  for (const file of files) {
    const first = readXml(readFileSync(new URL(file, SNAKER), 'utf8'))
    const written = writeXml(first)
    expect(readXml(written), file).toEqual(first)
    expect(writeXml(readXml(written)), file).toBe(written)
  }
})

describe('files of the Java designer', () => {
  const read = (file: string) => readXml(readFileSync(new URL(`${file}.snaker`, SNAKER), 'utf8'))

  test('a layout of -1 is the size of the type, and the corner becomes the centre', () => {
    expect(node(read('custom1'), 'CustomHandler')).toMatchObject({
      x: 253.5,
      y: 144,
      properties: { clazz: 'test.custom.CustomHandler', var: 'returnValue', width: 113, height: 52 },
    })
    expect(node(read('decision1'), 'task1')).toMatchObject({
      x: 360,
      y: 100,
      text: { x: 360, y: 100, value: 'task1' },
      properties: { width: 120, height: 80 },
    })
    expect(node(read('decision1'), 'start1')).toMatchObject({ x: 94, y: 164, properties: {} })
  })

  test('a bend gets its ends from the nodes, and the shift of a label its own name', () => {
    const definition = read('decision1')
    expect(edge(definition, 'toTask1')).toMatchObject({
      pointsList: [
        { x: 204, y: 146 },
        { x: 202, y: 86 },
        { x: 300, y: 100 },
      ],
      text: { value: 'to task1' },
      properties: { labelOffset: '-27,-23' },
    })
    expect(edge(definition, 'toTask1')?.properties).not.toHaveProperty('offset')
    expect(edge(definition, 'toTask2')).not.toHaveProperty('pointsList')
  })

  test('a form field is told from an extension attribute by its type', () => {
    expect(node(read('field'), 'task1')?.properties).toMatchObject({
      fields: [{ name: 'applyUser', displayName: '申请人', type: 'String', layout: '230,51,201,22' }],
    })
    expect(node(read('field'), 'task1')?.properties).not.toHaveProperty('field')
    const mixed = readXml(
      process(`<task name="t">
        <field name="attr1"><attr name="value" value="1"/></field>
        <field name="f" type=""><attr name="value" value="2"/></field>
      </task>`),
    )
    expect(node(mixed, 't')?.properties).toMatchObject({
      field: { attr1: '1' },
      fields: [{ name: 'f', attrs: [{ name: 'value', value: '2' }] }],
    })
    expect(writeXml(mixed)).toContain('<field name="f" type="">')
  })

  test('subprocess calls another process', () => {
    expect(node(read('subprocess1'), 'subprocess1')).toMatchObject({
      type: 'snaker:wfSubProcess',
      properties: { form: 'child', width: 120, height: 80 },
    })
    const written = writeXml(read('subprocess1'))
    expect(written).toContain('<wfSubProcess name="subprocess1" displayName="subprocess1" form="child"')
  })

  test('a process of nothing is a process', () => {
    expect(read('free')).toEqual({
      name: 'free',
      displayName: '自由流',
      instanceUrl: '/flow/free/all',
      nodes: [],
      edges: [],
    })
  })
})

test('an edge without a name of its own is named by its ends', () => {
  const read = readXml(
    process(`<start name="a"><transition to="b"/><transition name="" to="b"/><transition name="b" to="b"/></start>
      <task name="b"><transition name="x" to="c"/></task>
      <decision name="d"><transition name="x" to="c"/><transition name="a_b" to="c"/></decision>
      <end name="c"/>`),
  )
  expect(read.edges.map(({ id, properties }) => [id, properties.name])).toEqual([
    ['a_b_2', undefined],
    ['a_b_3', undefined],
    ['a_b_4', 'b'],
    ['x', undefined],
    ['d_c', 'x'],
    ['a_b', undefined],
  ])
  expect(readXml(writeXml(read))).toEqual(read)
})

test('countersign settings are read wherever they stand and written into field', () => {
  const read = readXml(
    process(
      '<task name="t" performType="ALL" countersignType="SEQUENTIAL" countersignCompletionCondition="#a"/>',
    ),
  )
  expect(node(read, 't')?.properties).toMatchObject({
    performType: 'ALL',
    field: { countersignType: 'SEQUENTIAL', countersignCompletionCondition: '#a' },
  })
  expect(writeXml(read)).toContain(
    '<field name="countersignType"><attr name="value" value="SEQUENTIAL"/></field>',
  )
})

describe('what was edited by hand', () => {
  const drawn = draw(['start', 'end'], ['start>end'])
  const [way] = drawn.edges
  const bent = {
    ...drawn,
    edges: [
      {
        ...way,
        pointsList: [
          { x: 0, y: 0 },
          { x: 10, y: 0 },
          { x: 10, y: 20.5 },
        ],
      },
    ],
  }
  const xml = writeXml(readJson(JSON.stringify(bent)))

  test('wins over the patch when it says something else', () => {
    expect(xml).toContain('g="10,0" lf=')
    const moved = readXml(
      xml.replace('g="10,0"', 'g="30,0;30,5"').replace('layout="-18,-18,36,36"', 'layout="0,0,-1,-1"'),
    )
    expect(moved.edges[0]?.pointsList).toEqual([
      { x: 0, y: 0 },
      { x: 30, y: 0 },
      { x: 30, y: 5 },
      { x: 10, y: 20.5 },
    ])
    expect(moved.nodes[0]).toMatchObject({ x: 18, y: 18 })
    const placed = readXml(
      process(`<task name="t" layout="0,0,120,80" lf='{"x":60.02,"y":40.01,"properties":{"width":300}}'/>`),
    )
    expect(node(placed, 't')).toMatchObject({ x: 60, y: 40.01, properties: { width: 120, height: 80 } })
  })

  test('leaves the patch alone within a hundredth', () => {
    const close = readXml(xml.replace('g="10,0"', 'g="10.01,-0.01"'))
    expect(close.edges[0]?.pointsList?.[1]).toEqual({ x: 10, y: 0 })
  })

  test('without g the patch is all there is', () => {
    expect(readXml(xml.replace('g="10,0"', '')).edges[0]?.pointsList).toHaveLength(3)
  })

  test('a patch that is no object of json is refused by the name of its element', () => {
    for (const lf of ['[]', '1', '{', '']) {
      expect(refusal(() => readXml(process(`<task name="t" lf='${lf}'/>`)))).toEqual([
        '「t」的 lf 属性不是有效的 JSON 对象',
      ])
    }
  })

  test('a patch cannot bring in forbidden keys', () => {
    const read = readXml(
      process(
        `<task name="t" __proto__="x" lf='{"properties":{"__proto__":{"polluted":1},"constructor":2,"a":{"prototype":3,"b":4}}}'/>`,
      ),
    )
    expect(node(read, 't')?.properties).toEqual({ a: { b: 4 }, width: 120, height: 80 })
    expect({}).not.toHaveProperty('polluted')
  })
})

test('attributes unknown to a type stay as text, prefixes do not matter', () => {
  const read = readXml(
    `<s:process xmlns:s="urn:s" name="p" displayName="P" author="me"><s:task name="t" form="f" colour="red" layout="0,0,120,80"><s:transition name="e" to="t" weight="2"/></s:task></s:process>`,
  )
  expect(read).toMatchObject({ name: 'p', author: 'me' })
  expect(node(read, 't')).toMatchObject({ type: 'snaker:task', properties: { form: 'f', colour: 'red' } })
  expect(edge(read, 'e')?.properties).toEqual({ weight: '2' })
  expect(readXml('<process name="p"><start name="s"/></process>', 'host:').nodes[0]?.type).toBe('host:start')
})

test('nested sub-processes lie within each other', () => {
  const definition = draw(
    [
      ['subProcess1', { children: ['subProcess2', 'task1'] }],
      'task1',
      ['subProcess2', { children: ['task2'] }],
      'start',
      'task2',
    ],
    ['start>subProcess1', 'task2>task2'],
  )
  const xml = writeXml(definition)
  expect(xml).toContain('$nodes')
  expect(xml).toContain('$edges')
  expect(xml.indexOf('<task name="task2"')).toBeGreaterThan(xml.indexOf('<subProcess name="subProcess2"'))
  expect(xml.indexOf('<task name="task2"')).toBeLessThan(xml.indexOf('</subProcess>'))
  expect(readXml(xml)).toEqual(definition)
})

test('characters that xml cannot carry travel in the patch', () => {
  const definition = readJson(
    JSON.stringify({
      name: 'a\u0001',
      displayName: '一\n二\t"<&>',
      nodes: [{ id: 'n\ud800', type: 'task', x: 1, y: 2, text: '\u0085x', properties: { form: '\uffff' } }],
      edges: [{ id: 'e', sourceNodeId: 'n\ud800', targetNodeId: 'n\ud800', properties: {} }],
    }),
  )
  const xml = writeXml(definition)
  expect(xml).toContain('displayName="一&#10;二&#9;&quot;&lt;&amp;&gt;"')
  expect(xml).toContain('\\ud800')
  expect(xml).toContain('\\u0085')
  expect(xml).not.toMatch(/[\u0085\uffff]/)
  expect(readXml(xml)).toEqual(definition)
})

describe('refusals', () => {
  test.each([
    ['<!DOCTYPE process SYSTEM "x"><process name="p"/>', '不允许包含 DOCTYPE 或实体定义'],
    ['<!DOCTYPE process [<!ENTITY a "b">]><process name="&a;"/>', '不允许包含 DOCTYPE 或实体定义'],
    [process('<gateway name="g"/>'), '不支持的节点类型「gateway」'],
    [process('<task name="t"><start name="s"/></task>'), '无法识别的元素「start」'],
    [process('<task name="t"><field name="f"><value/></field></task>'), '无法识别的元素「value」'],
    [process('<task name="t"><transition to="t"><field/></transition></task>'), '无法识别的元素「field」'],
    ['<workflow/>', '内容不是流程定义：根元素应为 process'],
    [process('<task name="t"><transition name="e" to="nobody"/></task>'), '连线「e」的起点或终点不存在'],
    [process('<task name="t"/><end name="t"/>'), '编号「t」重复'],
  ])('%s', (xml, message) => {
    expect(refusal(() => readXml(xml))).toEqual([message])
  })

  test.each([
    '<process name="a" name="b"/>',
    '<process name="&unknown;"/>',
    '<process/><process/>',
    '<process><task name="t">',
    '<process name="a & b"/>',
    '<process name="<"/>',
    '',
    'text',
  ])('no xml: %s', (xml) => {
    expect(refusal(() => readXml(xml))).toEqual([
      expect.stringMatching(/^XML 格式错误：第 \d+ 行第 \d+ 列：/),
    ])
  })

  test('a wrong place is named by line and column', () => {
    expect(refusal(() => readXml('<process>\n  <task name=t/>\n</process>'))[0]).toContain('第 2 行第 15 列')
  })

  test('limits', () => {
    const many = (count: number, piece: string) => piece.repeat(count)
    expect(refusal(() => readXml(process(' '.repeat(5 * 1024 * 1024))))).toEqual([
      '流程定义过大：不能超过 5 MB',
    ])
    expect(refusal(() => readXml(process(`<!--${many(1_800_000, '中')}-->`)))).toEqual([
      '流程定义过大：不能超过 5 MB',
    ])
    expect(refusal(() => readXml(process(`<!--${many(1_700_000, '中')}-->`)))).toEqual([])
    const deep = many(50, '<subProcess name="s">')
    expect(refusal(() => readXml(process(deep)))).toEqual(['流程定义过大：嵌套不能超过 50 层'])
    expect(refusal(() => readXml(process(many(5_001, '<end name="e"/>'))))).toEqual([
      '流程定义过大：节点不能超过 5000 个',
    ])
    const edges = many(20_001, '<transition to="t"/>')
    expect(refusal(() => readXml(process(`<task name="t">${edges}</task>`)))).toEqual([
      '流程定义过大：连线不能超过 20000 条',
    ])
    const lf = `{"a":${many(60, '[')}${many(60, ']')}}`
    expect(refusal(() => readXml(process(`<task name="t" lf='${lf}'/>`)))).toEqual([
      '流程定义过大：嵌套不能超过 50 层',
    ])
  })
})

test('a thousand nodes are read and written at once', () => {
  const large = drawLarge(1_000)
  const xml = writeXml(large)
  // The target is 50 ms on a quiet machine; warm, this takes about a third of that.
  expect(meanOwnTime(5, () => readXml(xml))).toBeLessThan(budget(150))
  expect(meanOwnTime(5, () => writeXml(large))).toBeLessThan(budget(150))
  expect(readXml(xml)).toEqual(large)
})
