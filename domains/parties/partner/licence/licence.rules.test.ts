import { expect, test } from 'vitest'
import { daysUntil, movedDay } from '#kit/shared/time.ts'
import { columnsOf } from '#kit/web/lines/line.ts'
import { contractState, remindMark, validityOn } from '../validity.rules.ts'
import { termFaults } from './licence.check.ts'
import { licenceRefusal, namedFiles } from './licence.rules.ts'
import { companyQuality } from './quality.entity.ts'
import { auditsOf, companyStep, qualityStep } from './quality.rules.ts'

test('a period has not begun, rules, is near its end or over; both ends belong to it', () => {
  const period = { start: '2025-08-01', end: '2026-07-31' }
  const days = ['2025-07-31', '2025-08-01', '2026-06-30', '2026-07-01', '2026-07-31', '2026-08-01']
  expect(days.map((day) => validityOn(period, day, 30))).toEqual([0, 1, 1, 2, 2, 3])
  expect(validityOn({ start: null, end: null }, '2026-01-01', 30)).toBe(1)
  expect(contractState({ contractStart: null, contractEnd: null }, '2026-01-01', 30)).toBeNull()
})

test('days are counted over the ends of months and years', () => {
  expect(daysUntil('2026-03-01', '2026-02-27')).toBe(2)
  expect(daysUntil('2025-12-31', '2026-01-02')).toBe(-2)
  expect(movedDay('2026-01-01', -1)).toBe('2025-12-31')
})

test('each mark is told from its day on, but none that had come before the licence was there', () => {
  const end = '2026-07-31'
  const on = (day: string, since = '2025-01-01') => remindMark(end, day, since)
  expect([on('2026-06-30'), on('2026-07-01'), on('2026-07-15'), on('2026-07-16')]).toEqual([null, 30, 30, 15])
  expect([on('2026-07-24'), on('2026-07-30'), on('2026-07-31'), on('2026-08-01')]).toEqual([7, 1, 0, null])
  expect(on('2026-07-05', '2026-07-05')).toBeNull()
  expect(on('2026-07-16', '2026-07-05')).toBe(15)
})

test('files are named by the number of their owner, the type and the number of the licence', () => {
  const files = [{ name: 'a.jpg', url: '/files/a.jpg' }]
  const food = { licenceType: '109', licenceNo: 'JY 1/2', files }
  expect(namedFiles(food, '0010002345')).toEqual([
    { url: '/files/a.jpg', name: '0010002345_食品经营许可证_JY-1-2' },
  ])
  const contract = { licenceType: '111', licenceNo: 'HT1', files: [...files, ...files] }
  expect(namedFiles(contract, '0000000001').map((one) => one.name)).toEqual([
    '0000000001_合同_HT1_1',
    '0000000001_合同_HT1_2',
  ])
})

test('goods that need a licence are refused without one and after its end', () => {
  const held = [{ licenceType: '109', startDate: '2026-01-01', endDate: '2026-06-30' }]
  expect(licenceRefusal(['109'], held, '2026-06-30')).toBeNull()
  expect(licenceRefusal(['109'], held, '2026-07-01')).toBe('食品经营许可证已过期，不能购买此类商品')
  expect(licenceRefusal(['109', '110'], held, '2026-06-30')).toBe('缺少烟酒许可证，不能购买此类商品')
  expect(licenceRefusal(['109'], held, '2025-12-31')).toBe('缺少食品经营许可证，不能购买此类商品')
  expect(licenceRefusal([], [], '2026-06-30')).toBeNull()
})

test('a file goes through four steps; a company stands at its approved file, else at the latest', () => {
  expect(([-1, 0, 3, 2, 1] as const).map(qualityStep)).toEqual([1, 2, 2, 3, 4])
  expect(auditsOf(2)).toEqual([0, 3])
  expect(companyStep([])).toBe(1)
  expect(companyStep([2, 0])).toBe(2)
  expect(companyStep([1, 2])).toBe(4)
})

test('a licence has an end unless it is for a long term', () => {
  const term = { startDate: '2026-01-01', endDate: null, longTerm: 0 as const }
  expect(termFaults(term, 'licences.0.')).toEqual([
    { field: 'licences.0.endDate', message: '请选择到期日期' },
  ])
  expect(termFaults({ ...term, longTerm: 1 })).toEqual([])
  expect(termFaults({ ...term, endDate: '2025-12-31' })[0]?.message).toBe('到期日期不能早于生效日期')
})

test('a line of a qualification file asks for all of a licence', () => {
  const { shape = {} } = companyQuality.shape.licences
  expect(columnsOf(shape).map(([name]) => name)).toEqual(Object.keys(shape))
})
