import { expect, test } from 'vitest'
import { NODE_TYPES } from '../../model/types.ts'
import {
  attributeRows,
  keyFault,
  readRights,
  snapSize,
  splitTokens,
  withField,
  withKey,
  withPerformType,
  withRight,
  withText,
  withValue,
} from './edit.ts'
import { actorsFault, expressionFault, handlerWarning, minutesFault, timeFault } from './faults.ts'
import { PROCESS_SECTIONS, sectionsOf } from './fields.ts'

test('P-136: a size that is empty or no number is the usual one', () => {
  for (const typed of ['', '  ', 'abc', '12px', null, undefined, Number.NaN, {}]) {
    expect(snapSize(typed, 120)).toBe(120)
    expect(snapSize(typed, 80)).toBe(80)
  }
})

test('P-137: a typed size moves to the nearest multiple of 5, at least 50', () => {
  expect(['131', '132', '133', 137.5, ' 200 ', '1e2'].map((typed) => snapSize(typed, 120))).toEqual([
    130, 130, 135, 140, 200, 100,
  ])
  expect(['0', '-20', '49', '52'].map((typed) => snapSize(typed, 120))).toEqual([50, 50, 50, 50])
})

test('P-133: countersigning brings its type and its condition along, and keeps what is set', () => {
  expect(withPerformType({ form: 'a' }, 'ALL')).toEqual({
    form: 'a',
    performType: 'ALL',
    field: { countersignType: 'PARALLEL', countersignCompletionCondition: '' },
  })
  const set = { field: { countersignType: 'SEQUENTIAL', attr1: 'x' } }
  expect(withPerformType(set, 'ALL').field).toEqual({
    countersignType: 'SEQUENTIAL',
    countersignCompletionCondition: '',
    attr1: 'x',
  })
})

test('P-134: the two keys stand first in the table and are fixed, also when nothing is kept of them', () => {
  const properties = { performType: 'ALL', field: { attr1: 'x', countersignType: 'SEQUENTIAL' } }
  expect(attributeRows(properties)).toEqual([
    { key: 'countersignType', value: 'SEQUENTIAL', fixed: true },
    { key: 'countersignCompletionCondition', value: '', fixed: true },
    { key: 'attr1', value: 'x', fixed: false },
  ])
  expect(attributeRows({ performType: 'ALL' }).map(({ value, fixed }) => [value, fixed])).toEqual([
    ['PARALLEL', true],
    ['', true],
  ])
  expect(keyFault(properties, 'countersignType', 'attr1')).toBe('该属性已有单独的选项')
})

test('P-135: without countersigning both keys are gone, wherever they stood', () => {
  const properties = {
    performType: 'ALL',
    countersignType: 'PARALLEL',
    countersignCompletionCondition: 'a',
    field: { countersignType: 'PARALLEL', countersignCompletionCondition: 'b', attr1: 'x' },
  }
  expect(withPerformType(properties, 'ANY')).toEqual({ performType: 'ANY', field: { attr1: 'x' } })
  expect(withPerformType(withPerformType({}, 'ALL'), 'ANY')).toEqual({ performType: 'ANY' })
})

test('P-148: extension attributes: a key stands once, keeps its place when renamed, and may be empty', () => {
  const properties = { field: { attr1: '1', attr2: '2' } }
  expect(keyFault(properties, 'attr2', 'attr1')).toBe('属性名已存在')
  expect(keyFault(properties, 'attr1', 'attr1')).toBeNull()
  expect(keyFault(properties, '', null)).toBe('请输入属性名')
  expect(keyFault(properties, 'toString', null)).toBeNull()
  expect(Object.entries(withKey(properties, 'attr1', 'colour').field ?? {})).toEqual([
    ['colour', '1'],
    ['attr2', '2'],
  ])
  expect(withKey(properties, null, 'new').field).toEqual({ attr1: '1', attr2: '2', new: '' })
  expect(withValue(properties, 'attr1', '').field).toEqual({ attr1: '', attr2: '2' })
  expect(withField(properties, 'attr1', '').field).toEqual({ attr2: '2' })
  expect(withField({ field: { ccUsers: 'a' } }, 'ccUsers', '')).toEqual({})
  expect(withText({ a: 1, b: '2' }, 'b', '')).toEqual({ a: 1 })
})

test('participants are separated by commas, but not inside of expressions', () => {
  expect(splitTokens(' applicant, user:3，role:1,,user:3 ')).toEqual(['applicant', 'user:3', 'role:1'])
  expect(splitTokens('#{size(a, [1,2]) > 1 ? "x,}" : b},#c')).toEqual([
    '#{size(a, [1,2]) > 1 ? "x,}" : b}',
    '#c',
  ])
  expect(splitTokens('')).toEqual([])
  expect(actorsFault(['applicant', '#{a.b}', '#c'])).toBeNull()
  expect(actorsFault(['#{a +}'])).toMatch(/^「#\{a \+\}」有误：/)
})

test('rights to form fields are kept as json; what cannot be read counts for nothing', () => {
  const read = withRight(withRight({}, 'amount', 'read'), 'remark', 'hidden')
  expect(read).toEqual({ field: { fieldRights: '{"amount":"read","remark":"hidden"}' } })
  expect(readRights(read)).toEqual({ amount: 'read', remark: 'hidden' })
  expect(withRight(withRight(read, 'amount', null), 'remark', null)).toEqual({})
  for (const fieldRights of ['x', '[]', 'null', '{"a":"write"}'])
    expect(readRights({ field: { fieldRights } })).toEqual({})
})

test('what is typed is checked as the compiler and the clock read it', () => {
  expect(expressionFault('')).toBeNull()
  expect(expressionFault('#{amount > 1}')).toBeNull()
  expect(expressionFault('amount >')).not.toBeNull()
  for (const text of ['', 'PT24H', '60', '2026-01-31 08:00', 'deadline']) expect(timeFault(text)).toBeNull()
  for (const text of ['PT24', 'P7X', 'in two days']) expect(timeFault(text)).toBe('时间格式不正确')
  expect(minutesFault('15')).toBeNull()
  for (const text of ['0', '1.5', 'x', '-1']) expect(minutesFault(text)).toBe('重复间隔必须是正整数（分钟）')
  const handlers = [{ kind: 'interceptor', name: 'a', label: 'A', group: '' }] as const
  expect(handlerWarning(handlers, 'interceptor', ['a'])).toBeNull()
  expect(handlerWarning(handlers, 'action', ['a'])).toBe('处理器「a」未注册')
  expect(handlerWarning(undefined, 'action', ['a'])).toBeNull()
})

const names = (type: string) =>
  sectionsOf(type).flatMap(({ items }) => items.map(({ name, place }) => `${name}@${place}`))

test('P-140: instanceUrl and instanceNoClass lie on a sub-process itself, of other nodes on the process', () => {
  expect(names('snaker:subProcess')).toEqual(
    expect.arrayContaining(['instanceUrl@element', 'instanceNoClass@element']),
  )
  for (const type of NODE_TYPES.filter((one) => !['subProcess', 'fork', 'join'].includes(one)))
    expect(names(`snaker:${type}`)).toEqual(
      expect.arrayContaining(['instanceUrl@process', 'instanceNoClass@process']),
    )
  expect(PROCESS_SECTIONS.flatMap(({ items }) => items.map(({ place }) => place))).not.toContain('element')
})

test('P-147, P-148, P-149, P-150, P-151, P-152, P-153, P-154: each type has the inputs of its fields', () => {
  const has = (type: string, fields: string) =>
    expect(names(type)).toEqual(expect.arrayContaining(fields.split(' ').map((name) => `${name}@element`)))
  has('start', 'preInterceptors postInterceptors')
  has('end', 'preInterceptors postInterceptors')
  has(
    'task',
    'form assignee assignmentHandler taskType performType preInterceptors postInterceptors reminderTime reminderRepeat expireTime autoExecute callback width',
  )
  expect(names('task')).toContain('field@field')
  has('custom', 'clazz methodName args preInterceptors postInterceptors')
  has('decision', 'expr handleClass preInterceptors postInterceptors')
  has('subProcess', 'expireTime instanceUrl instanceNoClass preInterceptors postInterceptors')
  has('wfSubProcess', 'form version width')
  has('transition', 'expr')
  expect(names('fork')).toEqual([])
  expect(names('join')).toEqual([])
})
