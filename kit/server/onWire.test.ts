// The bytes of an answer that is kept are kept beside it, for the rights that its fields ask for.
import { expect, test } from 'vitest'
import { int, lines, text } from '#kit/fields/shared.ts'
import { get, listAnswer } from '#kit/shared/call.ts'
import { keptOnWire, onWire, WireBytes } from './onWire.ts'

const phone = text('电话', {
  max: 20,
  masked: { permission: 'p:phone', show: (value) => `${value.slice(0, 2)}*` },
})
const { answer, ...others } = get('/admin/test/list', {
  title: '测试',
  input: {},
  answer: listAnswer({
    n: int('数', { required: true }),
    cost: int('成本', { permission: 'p:cost' }),
    people: lines('人', { phone }),
  }),
})
let encoded = 0
const call = {
  ...others,
  answer: {
    ...answer,
    encode: (...given: Parameters<typeof answer.encode>) => {
      encoded += 1
      return answer.encode(...given)
    },
  },
}
const page = () => ({
  list: [{ n: 1, cost: 2, people: [{ phone: '1380' }] }],
  total: 1,
  page: 1,
  limit: 20,
  totalPage: 1,
})
const may =
  (...own: string[]) =>
  (permission: string): boolean =>
    own.includes(permission)
const rowOf = (sent: unknown): unknown => JSON.parse(JSON.stringify({ data: sent })).data.list[0]

test('an answer that is kept is encoded once for each set of rights, and nobody is sent what another may see', () => {
  const answered = keptOnWire(page())
  const before = encoded
  const first = onWire(call, answered, may('p:cost', 'p:phone', 'p:other'))
  expect(first).toBeInstanceOf(WireBytes)
  expect(onWire(call, answered, may('p:phone', 'p:cost'))).toBe(first)
  expect(encoded - before).toBe(1)
  expect(rowOf(first)).toEqual({ n: 1, cost: 2, people: [{ phone: '1380' }] })
  expect(rowOf(onWire(call, answered, may()))).toEqual({ n: 1, people: [{ phone: '13*' }] })
  expect(rowOf(onWire(call, answered, may('p:phone')))).toEqual({ n: 1, people: [{ phone: '1380' }] })
  expect(rowOf(onWire(call, answered, may('p:cost')))).toEqual({ n: 1, cost: 2, people: [{ phone: '13*' }] })
  expect(rowOf(onWire(call, answered, may(), 'n'))).toEqual({ n: 1 })
  expect(rowOf(onWire(call, answered, may(), 'n'))).toEqual({ n: 1 })
})

test('who names the rights of others as fields is not sent what is kept for them', () => {
  const answered = keptOnWire(page())
  expect(rowOf(onWire(call, answered, may('p:cost', 'p:phone')))).toHaveProperty('cost', 2)
  const text = JSON.stringify(onWire(call, answered, may(), ',p:cost,p:phone'))
  expect(text).not.toContain('1380')
  expect(text).not.toContain('cost')
})

test('of an answer that is not kept nothing is', () => {
  const answered = page()
  const before = encoded
  expect(onWire(call, answered, may())).not.toBeInstanceOf(WireBytes)
  onWire(call, answered, may())
  expect(encoded - before).toBe(2)
  expect(onWire(call, keptOnWire(page()), may())).not.toBe(onWire(call, keptOnWire(page()), may()))
})
