import { expect, test } from 'vitest'
import { checkDigitFits, gs1Day, gtinForms, readGs1 } from './gs1.rules.ts'

const NOW = new Date('2026-03-01T00:00:00Z')
const GTIN = '06901234567892'
const READ = {
  gtin: GTIN,
  lotNo: 'L2',
  productionDate: '',
  expiryDate: '2026-06-30',
  count: 0,
  serial: '',
  netGrams: 0,
}

test('W §15 #24: a GS1 code says goods, expiry and lot, with brackets and as scanners send it', () => {
  expect(readGs1(`(01)${GTIN}(17)260630(10)L2`, NOW)).toEqual(READ)
  expect(readGs1(`]C101${GTIN}1726063010L2`, NOW)).toEqual(READ)
  expect(readGs1(`01${GTIN}10L2\u001d17260630`, NOW)).toEqual(READ)
  expect(readGs1(`]d2\u001d01${GTIN}10L2\u001d17260630`, NOW)).toEqual(READ)
})

test('W §7: what a box holds, production day and serial are read as well', () => {
  expect(readGs1(`(02)${GTIN}(37)24(11)260102(10)A/7-b`, NOW)).toMatchObject({
    ...{ gtin: GTIN, count: 24, productionDate: '2026-01-02', lotNo: 'A/7-b' },
  })
  expect(readGs1(`01${GTIN}21S1\u001d3012`, NOW)).toMatchObject({ serial: 'S1', count: 12 })
})

test('W §7: a net weight is read to the gram, of kilograms with as many decimals as its identifier says', () => {
  expect(readGs1(`(01)${GTIN}(3103)001234`, NOW)?.netGrams).toBe(1234)
  expect(readGs1(`01${GTIN}310200123410L2`, NOW)).toMatchObject({ netGrams: 12_340, lotNo: 'L2' })
  expect(readGs1(`01${GTIN}3105123456`, NOW)?.netGrams).toBe(1235)
  expect(readGs1(`01${GTIN}3100000007`, NOW)?.netGrams).toBe(7000)
  expect(readGs1(`(01)${GTIN}(3103)12`, NOW)?.netGrams).toBe(0)
  expect(readGs1(`01${GTIN}310300123`, NOW)).toBeNull()
})

test('W §7: what is no GS1 code of goods stays a plain code', () => {
  const others = [
    '6901234567892',
    'SEC-W1-A01',
    'JH20260301000001',
    '',
    // a wrong check digit, a value cut short, an identifier nobody knows
    '(01)06901234567893(10)L2',
    '0106901234567',
    `01${GTIN}99xx`,
    '(01)',
    '(10)L2',
  ]
  for (const code of others) expect(readGs1(code, NOW), code).toBeNull()
})

test('W §7: days of GS1 lie in the nearest century, day 00 is the last of its month', () => {
  expect(gs1Day('260200', '2026-03-01')).toBe('2026-02-28')
  expect(gs1Day('280200', '2026-03-01')).toBe('2028-02-29')
  expect(gs1Day('991231', '2026-03-01')).toBe('1999-12-31')
  expect(gs1Day('760101', '2026-03-01')).toBe('2076-01-01')
  expect(gs1Day('050101', '2076-03-01')).toBe('2105-01-01')
  expect(gs1Day('261301', '2026-03-01')).toBe('')
  expect(gs1Day('260231', '2026-03-01')).toBe('')
  expect(gs1Day('26', '2026-03-01')).toBe('')
})

test('W §7: a number stands on goods in several lengths', () => {
  expect(gtinForms(GTIN)).toEqual([GTIN, '6901234567892'])
  expect(gtinForms('00012345678905')).toEqual(['00012345678905', '0012345678905', '012345678905'])
  expect(checkDigitFits(GTIN)).toBe(true)
  expect(checkDigitFits('690123456789')).toBe(false)
})
