import { expect, test } from 'vitest'
import { amountOfPart, amountsOfPart, lineAmounts } from './worth.rules.ts'

test('lines are worth what their note says, or their share by pieces; they sum to the cent', () => {
  expect(
    lineAmounts(1000, [
      { q: 1000, amount: 700 },
      { q: 2000, amount: 300 },
    ]),
  ).toEqual([700, 300])
  expect(lineAmounts(1000, [{ q: 1000 }, { q: 1000 }, { q: 1000 }])).toEqual([334, 333, 333])
  // What does not add up is not believed.
  expect(lineAmounts(1000, [{ q: 1000, amount: 700 }, { q: 1000 }])).toEqual([500, 500])
})

test('a part is rounded half up, and all of it is the whole amount', () => {
  expect([amountOfPart(1000, 1000, 3000), amountOfPart(1000, 2000, 3000)]).toEqual([333, 667])
  expect([amountOfPart(1000, 3000, 3000), amountOfPart(1000, 0, 0)]).toEqual([1000, 0])
})

test('W §5.6: who gets less pays for less, and never less than nothing', () => {
  const lines = [
    { id: 1, q: 3000, amount: 1000 },
    { id: 2, q: 1000, amount: 500 },
  ]
  const part = (task: { goodsAmount: number; collectAmount: number }, one: number, two: number) =>
    amountsOfPart(task, lines, [
      { lineId: 1, q: one },
      { lineId: 2, q: two },
    ])
  const unpaid = { goodsAmount: 1500, collectAmount: 1600 }
  expect(part(unpaid, 3000, 1000)).toEqual(unpaid)
  expect(part(unpaid, 2000, 1000)).toEqual({ goodsAmount: 1167, collectAmount: 1267 })
  expect(part({ goodsAmount: 1500, collectAmount: 200 }, 2000, 1000)).toEqual({
    ...{ goodsAmount: 1167, collectAmount: 0 },
  })
  expect(part(unpaid, 0, 0)).toEqual({ goodsAmount: 0, collectAmount: 100 })
})
