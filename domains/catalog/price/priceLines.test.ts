import { expect, test } from 'vitest'
import { priceLines } from './priceLines.ts'

const record = (
  id: number,
  price: string,
  startTime: number,
  endTime: number | null = null,
  channelId = 1,
) => ({
  id,
  price,
  startTime,
  endTime,
  channelId,
  scopeType: 0,
  scopeId: 0,
})

test('a price holds until the next one of its scope; one that ends by itself gives way to the one before', () => {
  const rows = [record(3, '8.00', 30, 40), record(2, '9.00', 20), record(1, '10.00', 10, 20)]
  const { times, lines } = priceLines(rows, 50)
  expect(times).toEqual([10, 20, 30, 40, 50])
  expect(lines.map(({ values }) => values)).toEqual([[10, 9, 8, 9, 9]])
})

test('each scope has a line of its own, with none where no price ruled; that which changed most comes first', () => {
  const rows = [record(1, '5.00', 20, 30, 2), record(2, '7.00', 10, 20), record(3, '6.00', 20)]
  const { times, lines } = priceLines(rows, 25)
  expect(times).toEqual([10, 20, 30])
  expect(lines.map(({ of, values }) => [of.channelId, values])).toEqual([
    [1, [7, 6, 6]],
    [2, [null, 5, null]],
  ])
})

test('without records there is nothing', () => {
  expect(priceLines([], 50)).toEqual({ times: [], lines: [] })
})
