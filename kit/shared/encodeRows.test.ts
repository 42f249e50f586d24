// Rows of a list are encoded as single rows are, also once their encoder is generated. Architecture §4.
import { expect, test } from 'vitest'
import { choices, datetime, flag, image, int, money, refs, text } from '../fields/shared.ts'
import { encodeRows } from './encodeRows.ts'
import { encodeRow } from './field.ts'

const shape = {
  id: int('编号'),
  name: text('名称', { max: 20 }),
  phone: text('手机号', {
    max: 11,
    masked: { permission: 'phone', show: (value) => `${value.slice(0, 3)}****${value.slice(-4)}` },
  }),
  price: money('售价'),
  cost: money('成本价', { permission: 'cost' }),
  status: flag('状态', { initial: 1 }),
  channels: choices('渠道', [{ value: 1201, label: '商城' }]),
  cates: refs('分类', 'category'),
  time: datetime('时间'),
  logo: image('图片'),
  'odd "name" \\': text('别名', { max: 9 }),
}
const rows = [1, 2, 3].map((id) => ({
  id,
  name: `名称"${id}`,
  phone: '13800000000',
  price: 1999 * id,
  cost: id === 2 ? null : 900,
  status: 1,
  channels: [1201],
  cates: [3, 5],
  time: new Date('2026-02-28T16:00:00Z'),
  logo: '/a.png',
  'odd "name" \\': 'x',
  notDeclared: 1,
}))
const MANY = 40

test.each([
  ['everything', () => true],
  ['no cost and no phone', () => false],
  ['cost', (permission: string) => permission === 'cost'],
  ['phone', (permission: string) => permission === 'phone'],
])('who may see %s is answered the same each time', (_what, may) => {
  for (let time = 0; time < MANY; time++)
    expect(encodeRows(shape, rows, may)).toEqual(rows.map((row) => encodeRow(shape, row, may)))
})

test('people with other rights are never answered with the encoder of another', () => {
  for (let time = 0; time < MANY; time++) {
    expect(encodeRows(shape, rows, () => true)[0]).toMatchObject({ cost: '9.00', phone: '13800000000' })
    const few = encodeRows(shape, rows, () => false)[0]
    expect(few).toMatchObject({ phone: '138****0000' })
    expect(few).not.toHaveProperty('cost')
  }
})

test('only what is asked for, and what the rows hold', () => {
  const asked = new Set(['id', 'name', 'logo'])
  const some = rows.map(({ id, name }) => ({ id, name }))
  for (let time = 0; time < MANY; time++) {
    expect(encodeRows(shape, rows, () => true, asked)[1]).toEqual({ id: 2, name: '名称"2', logo: '/a.png' })
    expect(encodeRows(shape, some, () => true, asked)[1]).toEqual({ id: 2, name: '名称"2' })
  }
  expect(encodeRows(shape, [], () => true, asked)).toEqual([])
})
