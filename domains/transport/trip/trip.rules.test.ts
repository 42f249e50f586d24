import { expect, test } from 'vitest'
import { guardState } from '#kit/shared/states.ts'
import { carFault, driverFault, loadOf, overloadText, warningOf } from './trip.rules.ts'
import { tripTable } from './vehicleAssignment.entity.ts'

test('W §10: three stops fill a vehicle to 96.67 %, and eighty kilograms more are too much', () => {
  const model = { loadWeight: 1500, loadVolume: 9.6 }
  expect(loadOf({ weight: 620 + 480 + 350, volume: 7.2 }, model)).toEqual({ rate: 9667, by: '载重' })
  const more = loadOf({ weight: 1530, volume: 7.2 }, model)
  expect(overloadText(more)).toBe('超出车辆载重：102%（上限100%）')
  expect(overloadText(loadOf({ weight: 10, volume: 12 }, model))).toBe('超出车辆容积：125%（上限100%）')
})

test('W §12: papers that end before the day keep vehicle and driver at home', () => {
  const car = {
    status: 1,
    insuranceEnd: '2026-12-31',
    inspectionEnd: '2026-12-31',
    permitEnd: null,
    plateNo: '闽A12345',
  }
  expect(carFault(car, '2026-12-31')).toBeNull()
  expect(carFault({ ...car, insuranceEnd: '2026-12-30' }, '2026-12-31')).toBe('车辆保险已过期')
  expect(carFault({ ...car, inspectionEnd: '2026-12-30' }, '2026-12-31')).toBe('车辆年检已过期')
  expect(carFault({ ...car, permitEnd: '2026-12-30' }, '2026-12-31')).toBe('车辆运输证已过期')
  expect(carFault({ ...car, status: 3 }, '2026-12-31')).toBe('车辆闽A12345维修中')
  const person = {
    status: 1,
    name: '王',
    licenceType: 'C1',
    licenceEnd: '2027-01-01',
    certNo: '',
    certEnd: null,
  }
  const model = { licenceTypes: ['C1'], loadWeight: 1500 }
  expect(driverFault(person, model, '2027-01-02')).toBe('司机驾驶证已过期')
  expect(driverFault({ ...person, licenceType: 'D' }, model, '2026-12-31')).toBe('准驾车型不符')
  expect(() => guardState(tripTable, 'depart', 2)).toThrow('当前状态为已发车，不能发车')
})

test('W §5.5: a model that a ship-to does not take and hours that are over are warned of', () => {
  const stop = { truckLimit: [3], receiveTo: '11:00', model: 3, departs: '07:30' }
  expect(warningOf(stop)).toBe('')
  expect(warningOf({ ...stop, truckLimit: [], receiveTo: '' })).toBe('')
  expect(warningOf({ ...stop, model: 4, departs: '13:00' })).toBe(
    '车型不符合送达方限制；发车时已过收货时间 11:00',
  )
})
