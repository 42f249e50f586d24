import { expect, test } from 'vitest'
import { differenceOf, pairLots, totalOf } from './dailyStock.rules.ts'

const figures = (labst: number, umlme = 0, insme = 0, speme = 0) => ({ labst, umlme, insme, speme })

test('W §10.10: differences of each kind of stock are added up', () => {
  const [sap, own] = [figures(480_000, 20_000), figures(480_000, 20_000, 0, 10_000)]
  expect([differenceOf(sap, own), totalOf(own)]).toEqual([10_000, 510_000])
})

test('W §5.1: lots are compared where both have them, and lots of ours that SAP does not tell are left', () => {
  const sap = [
    { charg: 'l1', ...figures(5) },
    { charg: 'L9', ...figures(2) },
  ]
  const own = [
    { lotNo: 'L1', ...figures(4) },
    { lotNo: 'L2', ...figures(3) },
    { lotNo: 'L3', ...figures(0) },
  ]
  const { pairs, left } = pairLots(sap, own)
  expect(pairs.map((one) => one.own.labst)).toEqual([4, 0])
  expect(left.map((one) => one.lotNo)).toEqual(['L2'])
})

test('W §5.1: a line without a lot stands for the lots that no other line names', () => {
  const sap = [
    { charg: 'L1', ...figures(4) },
    { charg: '', ...figures(7) },
  ]
  const own = [
    { lotNo: 'L1', ...figures(4) },
    { lotNo: 'L2', ...figures(3) },
    { lotNo: '-', ...figures(4) },
  ]
  const { pairs, left } = pairLots(sap, own)
  expect(pairs.map((one) => one.own.labst)).toEqual([4, 7])
  expect(left).toEqual([])
})

test('W §5.1: goods that we keep without lots are set against all lots of SAP together', () => {
  const sap = [
    { charg: 'L1', ...figures(4, 1) },
    { charg: 'L2', ...figures(5) },
  ]
  const { pairs, left } = pairLots(sap, [{ lotNo: '-', ...figures(7, 1) }])
  expect(pairs.map((one) => differenceOf(one.line, one.own))).toEqual([0, 2])
  expect(left).toEqual([])
})
