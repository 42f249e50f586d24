import { expect, test } from 'vitest'
import { canonical } from '../../model/canonical.ts'
import { writeJson } from '../../model/json.ts'
import { parseProcess } from '../../model/parse.ts'
import type { Properties } from '../../model/types.ts'
import { writeXml } from '../../model/xml.ts'
import { formFieldsOf } from '../../task/formFields.ts'
import { shapeOf } from '../../todo/nodeFields.ts'
import { readRights, withRight } from './edit.ts'
import {
  fieldNameFault,
  fieldRows,
  withFieldAttr,
  withFieldMoved,
  withFieldName,
  withFieldText,
  withNewField,
  withoutField,
} from './formFields.ts'

const START: Properties = { assignee: 'applicant' }
const edited = [
  (now: Properties) => withNewField(now),
  (now: Properties) => withFieldName(now, 0, 'kind'),
  (now: Properties) => withFieldText(now, 0, 'displayName', '请假类型'),
  (now: Properties) => withFieldText(now, 0, 'type', 'select'),
  (now: Properties) => withFieldAttr(now, 0, 'required', 'true'),
  (now: Properties) => withFieldAttr(now, 0, 'options', '1:年假\n2:事假 <急>'),
  (now: Properties) => withNewField(now),
  (now: Properties) => withFieldText(now, 1, 'type', 'number'),
  (now: Properties) => withFieldAttr(now, 1, 'max', '10'),
].reduce((now, edit) => edit(now), START)

const process = canonical({
  name: 'leave',
  displayName: '请假',
  nodes: [{ id: 'apply', type: 'task', x: 100, y: 100, properties: edited }],
  edges: [],
})

test('what is set in the designer is what the page of a task asks for, by way of json and of xml', () => {
  expect(writeXml(process)).toContain('<field name="kind" displayName="请假类型" type="select">')
  for (const text of [writeJson(process), writeXml(process)]) {
    const [node] = parseProcess(text).process.nodes
    expect(node).toEqual(process.nodes[0])
    const shape = shapeOf(formFieldsOf(node?.properties.fields))
    expect(Object.entries(shape).map(([name, { label, type }]) => [name, label, type])).toEqual([
      ['kind', '请假类型', 'choice'],
      ['field1', '新字段', 'decimal'],
    ])
    expect(shape.kind?.choices).toEqual([
      { value: '1', label: '年假' },
      { value: '2', label: '事假 <急>' },
    ])
    expect(shape.kind?.schema.safeParse('').success).toBe(false)
    expect(shape.field1?.schema.safeParse('11').success).toBe(false)
    expect(shape.field1?.schema.safeParse('10').success).toBe(true)
  }
})

test('a field moves, goes and is renamed together with its right', () => {
  const righted = withRight(withRight(edited, 'kind', 'read'), 'amount', 'hidden')
  const named = withFieldName(righted, 0, 'reason')
  expect(readRights(named)).toEqual({ amount: 'hidden', reason: 'read' })
  expect(fieldRows(withFieldMoved(named, 0, 1)).map(({ name }) => name)).toEqual(['field1', 'reason'])
  expect(withFieldMoved(named, 0, -1)).toEqual(named)
  expect(withFieldMoved(named, 1, 1)).toEqual(named)
  const less = withoutField(named, 0)
  expect(fieldRows(less).map(({ name }) => name)).toEqual(['field1'])
  expect(readRights(less)).toEqual({ amount: 'hidden' })
  expect(withoutField(less, 0)).toEqual({
    assignee: 'applicant',
    field: { fieldRights: '{"amount":"hidden"}' },
  })
})

test('what a field holds besides is kept, and an attribute keeps its place', () => {
  const field = {
    name: 'day',
    type: 'Colour',
    layout: '1,2,3,4',
    attrs: [
      { name: 'rows', value: '3' },
      { name: 'required', value: 'Y' },
      { name: 'x', value: '1' },
    ],
  }
  const properties = { fields: [field] }
  expect(withFieldText(properties, 0, 'displayName', '日').fields).toEqual([{ ...field, displayName: '日' }])
  expect(withFieldAttr(properties, 0, 'required', 'true').fields).toEqual([
    { ...field, attrs: [field.attrs[0], { name: 'required', value: 'true' }, field.attrs[2]] },
  ])
  expect(withFieldAttr(properties, 0, 'required', '').fields).toEqual([
    { ...field, attrs: [field.attrs[0], field.attrs[2]] },
  ])
  expect(fieldRows({ fields: 'x' })).toEqual([])
})

test('a name that is empty, malformed, kept by the engine or taken is none', () => {
  for (const [name, why] of [
    ['', '请输入字段名'],
    ['a b', '字段名格式不正确'],
    ['__proto__', '字段名格式不正确'],
    ['snaker.x', '字段名格式不正确'],
    ['field1', '字段名已存在'],
    ['kind', null],
    ['原因', null],
  ] as const)
    expect(fieldNameFault(edited, 0, name)).toBe(why)
})
