import { expect, test } from 'vitest'
import { image, lines, money, text } from '#kit/fields/shared.ts'
import type { Shape } from '#kit/shared/field.ts'
import { changes, clashes, leftError, newErrors, readAgain } from './changed.ts'

const shape = {
  site_name: text('网站名称', { max: 5, required: true }),
  logo: image('LOGO', { required: true }),
  phone: text('电话', { max: 20, pattern: /^\d{11}$/ }),
  items: lines('明细', { price: money('单价', { min: 1, required: true }), code: text('编码', { max: 3 }) }),
}
/** As the form finds them, without what the person may see. */
const errorsOf = (fields: Shape, values: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const issues = field.schema.safeParse(values[name]).error?.issues ?? []
      return issues.map(({ path, message }) => [[name, ...path].join('.'), message])
    }),
  )
const wrong = (values: Record<string, unknown>, start: Record<string, unknown>) =>
  newErrors(errorsOf(shape, values), errorsOf(shape, start), values, start)

const start = { site_name: '通商', logo: '', phone: '12', items: [] }

test('what was never set, and what was wrong already, does not keep a change from being saved', () => {
  expect(Object.keys(errorsOf(shape, start))).toEqual(['logo', 'phone'])
  expect(wrong({ ...start, site_name: '甲' }, start)).toEqual({})
  expect(wrong({ ...start, phone: '13' }, start)).toEqual({ phone: '电话格式不正确' })
  expect(wrong({ ...start, site_name: '' }, start)).toEqual({ site_name: '请输入网站名称' })
  expect(Object.keys(wrong({ ...start, items: [{ code: 'A' }] }, start))).toEqual(['items.0.price'])
})

test('an error that the change of another field brings about is told', () => {
  const both = { ...start, site_name: '甲' }
  expect(newErrors({ logo: '启用后请选择LOGO' }, { logo: '请选择LOGO' }, both, start)).toEqual({
    logo: '启用后请选择LOGO',
  })
})

test('leaving a field tells a wrong form at once, in a line too, and asks for nothing that is missing', () => {
  const left = (values: Record<string, unknown>, path: string) => leftError(shape, values, start, path)
  expect(left({ ...start, phone: '123' }, 'phone')).toBe('电话格式不正确')
  expect(left({ ...start, phone: '13800000000' }, 'phone')).toBeUndefined()
  expect(left({ ...start, phone: '' }, 'phone')).toBeUndefined()
  expect(left({ ...start, site_name: '' }, 'site_name')).toBeUndefined()
  expect(left(start, 'phone')).toBeUndefined()
  const items = [{ price: '5', code: 'A' }, { code: 'TOO LONG' }]
  expect(left({ ...start, items }, 'items.1.code')).toBe('编码不能超过3个字符')
  expect(left({ ...start, items }, 'items.1.price')).toBeUndefined()
  expect(left({ ...start, items }, 'items')).toBeUndefined()
  expect(left({ ...start, items }, 'items.9.code')).toBeUndefined()
})

test('a row that is read again brings what was not changed, and leaves what was typed', () => {
  const before = { title: '旧', content: 'a', status: 1, tags: [1] }
  const after = { title: '新', content: 'b', status: 1, tags: [1, 2], version: 2 }
  expect(readAgain(before, before, after)).toEqual(after)
  expect(readAgain({ ...before, title: '写到一半' }, before, after)).toEqual({ ...after, title: '写到一半' })
  // What was saved comes back as it was typed.
  expect(readAgain({ ...before, title: '新' }, before, after)).toEqual(after)
  expect(readAgain({ ...before, own: 1 }, before, after)).toEqual({ ...after, own: 1 })
})

test('what two people changed from the same row clashes, what one of them changed does not', () => {
  const base = { name: '甲', phone: '1', sort: 1, lines: [{ qty: 1 }] }
  const mine = { name: '乙', phone: '2', sort: 1, lines: [{ qty: 1 }] }
  const theirs = { name: '丙', phone: '2', sort: 9, lines: [{ qty: 2 }] }
  expect(clashes(base, mine, theirs)).toEqual(['name'])
})

test('a draft holds what was changed and what stood there before', () => {
  const before = { name: '甲', lines: [{ qty: 1 }, { qty: 2 }], phone: '' }
  const values = { name: '甲', lines: [{ qty: 1 }, { qty: 3 }], phone: '' }
  expect(changes(['name', 'lines', 'phone'], values, before)).toEqual({
    values: { lines: [{ qty: 1 }, { qty: 3 }] },
    base: { lines: [{ qty: 1 }, { qty: 2 }] },
  })
})
