import { expect, test } from 'vitest'
import { DENSITIES, densityOf, readable, SIZES } from './theme.ts'

test('a density is what a browser keeps, also under its former names; else 标准', () => {
  expect(
    ['compact', 'standard', 'loose', 'mini', 'small', 'medium', 'default', '', 'huge'].map(densityOf),
  ).toEqual([
    'compact',
    'standard',
    'loose',
    'compact',
    'compact',
    'standard',
    'loose',
    'standard',
    'standard',
  ])
})

test('controls have room for their text, and titles stand out, in every density', () => {
  expect(DENSITIES.map((one) => [SIZES[one].label, SIZES[one].text, SIZES[one].control])).toEqual([
    ['紧凑', 13, 28],
    ['标准', 14, 32],
    ['宽松', 16, 40],
  ])
  for (const { text, note, section, title, small } of DENSITIES.map((one) => SIZES[one])) {
    expect(small - text).toBeGreaterThan(10)
    expect([note, text, section, title]).toEqual([note, text, section, title].toSorted((a, b) => a - b))
  }
})

test('a colour of a person is made as dark as it must be to be read on white', () => {
  expect(readable('#409EFF')).toBe('#2c6db1')
  expect(readable('#212121')).toBe('#212121')
  expect(readable('blue')).toBe('blue')
})
