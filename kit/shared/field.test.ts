import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  choice,
  choices,
  date,
  datetime,
  decimal,
  flag,
  image,
  int,
  lines,
  money,
  refs,
  text,
} from '../fields/shared.ts'
import { encodeRow } from './field.ts'
import { inputOf, patchOf, sparseInputOf, sparsePatchOf } from './input.ts'

const shape = {
  name: text('名称', { max: 8, required: true }),
  code: text('编码', { max: 4, pattern: /^[A-Z]+$/ }),
  sort: int('排序', { initial: 1 }),
  weight: decimal('重量', { decimals: 2 }),
  price: money('售价', { required: true }),
  cost: money('成本价', { permission: 'cost' }),
  status: flag('状态', { initial: 1 }),
  kind: choice(
    '类型',
    [
      { value: 0, label: '普通' },
      { value: 1, label: '虚拟' },
    ],
    { initial: 0 },
  ),
  channels: choices('渠道', [
    { value: 1201, label: '商城' },
    { value: 1202, label: '供应链' },
  ]),
  cates: refs('分类', 'category', { required: true, max: 2 }),
  day: date('日期'),
  time: datetime('时间'),
  logo: image('图片'),
  rows: lines('明细', { value: text('参数名', { max: 3, required: true }) }),
  made: int('系统', { readOnly: true }),
}
const good = { name: '耳机', price: '12.30', cates: '3,5' }

function messages(input: unknown): Record<string, string> {
  const result = inputOf(shape).safeParse(input)
  if (result.success) return {}
  return Object.fromEntries(result.error.issues.map((issue) => [issue.path.join('.'), issue.message]))
}

test('what is left out gets its initial or empty value', () => {
  expect(inputOf(shape).parse(good)).toEqual({
    name: '耳机',
    code: '',
    sort: 1,
    weight: null,
    price: 1230,
    cost: null,
    status: 1,
    kind: 0,
    channels: [],
    cates: [3, 5],
    day: null,
    time: null,
    logo: '',
    rows: [],
  })
})

test.each([
  [{ ...good, name: '  ' }, 'name', '请输入名称'],
  [{ ...good, name: '一二三四五六七八九' }, 'name', '名称不能超过8个字符'],
  [{ ...good, code: 'ab' }, 'code', '编码格式不正确'],
  [{ ...good, sort: 1.5 }, 'sort', '排序格式不正确'],
  [{ ...good, sort: -1 }, 'sort', '排序不能小于0'],
  [{ ...good, weight: 1.234 }, 'weight', '重量格式不正确'],
  [{ ...good, weight: '1.23456789' }, 'weight', '重量格式不正确'],
  [{ ...good, weight: '1.2a' }, 'weight', '重量格式不正确'],
  [{ ...good, weight: '1e-3' }, 'weight', '重量格式不正确'],
  [{ ...good, price: '12.345' }, 'price', '售价格式不正确'],
  [{ ...good, price: undefined }, 'price', '请输入售价'],
  [{ ...good, status: 2 }, 'status', '状态格式不正确'],
  [{ ...good, kind: 9 }, 'kind', '类型格式不正确'],
  [{ ...good, channels: '1201,7' }, 'channels', '渠道格式不正确'],
  [{ ...good, cates: '' }, 'cates', '请选择分类'],
  [{ ...good, cates: '1,2,3' }, 'cates', '分类最多选择2个'],
  [{ ...good, day: '2026-02-30' }, 'day', '日期格式不正确'],
  [{ ...good, time: '昨天' }, 'time', '时间格式不正确'],
  [{ ...good, time: 20270305 }, 'time', '时间格式不正确'],
  [{ ...good, time: '46023' }, 'time', '时间格式不正确'],
  [{ ...good, time: 1_798_761_600_000 }, 'time', '时间格式不正确'],
  [{ ...good, logo: 'javascript:alert(1)' }, 'logo', '图片格式不正确'],
  [{ ...good, rows: [{ value: 'a' }, {}] }, 'rows.1.value', '请输入参数名'],
  [{ ...good, rows: 'x' }, 'rows', '明细格式不正确'],
])('%j is refused at %s', (input, field, message) => {
  expect(messages(input)).toMatchObject({ [field]: message })
})

test('fields set by the system and unknown ones are refused on changes, dropped on reads', () => {
  expect(inputOf(shape).safeParse({ ...good, made: 1 }).success).toBe(false)
  expect(inputOf(shape).safeParse({ ...good, other: 1 }).success).toBe(false)
  expect(inputOf(shape, false).parse({ ...good, other: 1 })).not.toHaveProperty('other')
})

test('an update leaves alone what is left out and checks what is there', () => {
  expect(patchOf(shape).parse({ sort: '7' })).toEqual({ sort: 7 })
  expect(patchOf(shape).safeParse({ name: '' }).success).toBe(false)
})

test('a row travels as declared; what the person may not see stays here', () => {
  const row = { ...inputOf(shape).parse(good), cost: 500, time: new Date(1_767_225_600_000), secret: 1 }
  const wire = encodeRow(shape, row, () => false)
  expect(wire).toMatchObject({ price: '12.30', time: 1_767_225_600, cates: '3,5' })
  expect(wire).not.toHaveProperty('cost')
  expect(wire).not.toHaveProperty('secret')
  expect(encodeRow(shape, row, () => true)).toMatchObject({ cost: '5.00' })
})

test('no input makes a field throw: it is taken or refused', () => {
  fc.assert(
    fc.property(fc.anything(), fc.constantFrom(...Object.keys(shape)), (value, name) => {
      const result = inputOf(shape, false).safeParse({ ...good, [name]: value })
      if (!result.success) for (const issue of result.error.issues) expect(issue.message).toMatch(/[一-龥]/)
    }),
  )
})

test.each(Object.keys(shape))('%s refuses an object that cannot be written, alone and in a list', (name) => {
  for (const value of [{ toString: '' }, [{ toString: '' }]])
    expect(() => inputOf(shape, false).safeParse({ ...good, [name]: value })).not.toThrow()
})

test('a masked value is shown to few, and sent back masked it stays as it is', () => {
  const phone = text('电话', { max: 11, masked: { permission: 'p', show: (one) => `***${one.slice(-4)}` } })
  expect(phone.encode('13800138000', () => false)).toBe('***8000')
  expect(phone.encode('13800138000', (permission) => permission === 'p')).toBe('13800138000')
  expect(phone.patch.parse('***8000')).toBeUndefined()
  expect(phone.patch.parse('13900139000')).toBe('13900139000')
})

test('an input read by what it gives alone is taken or refused as the whole is', () => {
  const names = [...Object.keys(shape), 'unknown']
  const inputs = fc.dictionary(fc.constantFrom(...names), fc.anything())
  for (const strict of [true, false]) {
    const read = sparseInputOf(shape, strict)
    fc.assert(
      fc.property(inputs, fc.boolean(), (given, isGood) => {
        const input = isGood ? { ...good, ...given } : given
        const [one, whole] = [read(input), inputOf(shape, strict).safeParse(input)]
        expect(one.data).toEqual(whole.data)
        expect(one.error?.issues).toEqual(whole.error?.issues)
      }),
    )
  }
})

test('a change read by what it gives alone is taken or refused as the whole is', () => {
  const read = sparsePatchOf(shape)
  const names = [...Object.keys(shape), 'unknown']
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...names), fc.anything()), (given) => {
      const [one, whole] = [read(given), patchOf(shape).safeParse(given)]
      expect(one.data).toEqual(whole.data)
      expect(one.error?.issues).toEqual(whole.error?.issues)
    }),
  )
})
