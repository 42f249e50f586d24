import { expect, test } from 'vitest'
import { int, lines, ref, refs, text } from '#kit/fields/shared.ts'
import { unseen } from './errors.ts'
import { fillable, isKeepable, type Screen, unsettable, wholeGroups } from './places.ts'

const SHAPE = {
  name: text('名称', { required: true, max: 20 }),
  rules: refs('菜单权限', 'thingWithoutPicker', { required: true }),
  later: ref('券', 'thingOfLater'),
  count: int('数量', { readOnly: true, initial: 0 }),
}
const screen: Screen = { mayShow: () => true, hasPlace: (field) => field.ref === undefined }
const own = { rules: { Input: () => null } }

test('a reference without a picker is filled in by the input the form brings, and only then', () => {
  expect(fillable(SHAPE, {}, screen).map(([name]) => name)).toEqual(['name'])
  expect(fillable(SHAPE, own, screen).map(([name]) => name)).toEqual(['name', 'rules'])
})

test('what no group names stands behind the last one, unless it is left out with a reason', () => {
  const names = ['name', 'rules', 'more', 'id', 'version']
  const group = { title: '基本', fields: ['name'] }
  expect(wholeGroups([group], names)).toEqual([group, { fields: ['rules', 'more'] }])
  expect(wholeGroups([group], names, { rules: 'stands in a table below' })).toEqual([
    group,
    { fields: ['more'] },
  ])
  expect(wholeGroups([{ fields: names }], names)).toEqual([{ fields: names }])
  expect(wholeGroups(undefined, names, { more: 'nobody types it' })).toEqual([
    { fields: ['name', 'rules', 'id', 'version'] },
  ])
})

test('what has to be filled in and has no input', () => {
  expect(unsettable(SHAPE, own, screen)).toEqual([])
  expect(unsettable(SHAPE, {}, screen)).toEqual(['rules'])
  expect(unsettable(SHAPE, {}, screen, { rules: 'the page around the form says it' })).toEqual([])
})

test('what is secret or shown to few never stays in the browser, in lines neither', () => {
  const plain = text('备注', { max: 20 })
  const phone = text('电话', { max: 20, masked: { permission: 'phone', show: () => '***' } })
  expect(isKeepable('mark', plain)).toBe(true)
  expect(isKeepable('newPwd', plain)).toBe(false)
  expect(isKeepable('phone', phone)).toBe(false)
  expect(isKeepable('answer', plain, { answer: { secret: true } })).toBe(false)
  expect(isKeepable('people', lines('联系人', { name: plain }))).toBe(true)
  expect(isKeepable('people', lines('联系人', { name: plain, phone }))).toBe(false)
  expect(isKeepable('people', lines('联系人', { name: plain, appSecret: plain }))).toBe(false)
})

test('an error at a field that is not shown is said with its label, one that is shown is not said again', () => {
  const errors = { name: '名称不能为空', 'rules.0': '请选择', 'rules.1': '请选择', elsewhere: '数据已被修改' }
  expect(unseen(errors, new Set(['name']), SHAPE)).toBe('菜单权限：请选择；数据已被修改')
  expect(unseen(errors, new Set(['name', 'rules', 'elsewhere']), SHAPE)).toBe('')
  expect(unseen(errors, new Set(), SHAPE)).toBe('名称不能为空；菜单权限：请选择；数据已被修改')
})
