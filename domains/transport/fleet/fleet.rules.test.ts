import { expect, test } from 'vitest'
import { PLATE } from '#kit/shared/identity.ts'
import {
  bodyVolume,
  carFaults,
  driverFaults,
  lackOf,
  modelFaults,
  ofCard,
  proposedVolume,
  VIN,
} from './fleet.rules.ts'

test('plates of all kinds are known, and no others', () => {
  for (const plate of ['闽A12345', '京AD12345', '粤B1234挂', '沪A1234学', '闽AF0001J'])
    expect(plate).toMatch(PLATE)
  for (const plate of [
    '闽I12345',
    '闽A1234',
    '闽A1234567',
    'A12345',
    '闽A12O45',
    '闽A挂',
    '闽a12345',
    '闽A12345 ',
  ])
    expect(plate).not.toMatch(PLATE)
  expect('LSGJV52P1AS123456').toMatch(VIN)
  for (const vin of ['LSGJV52P1AS12345', 'ISGJV52P1AS123456', 'LSGJV52P1AS12345Q'])
    expect(vin).not.toMatch(VIN)
})

test('a body holds at most what is between its walls, and nine tenths of it are proposed', () => {
  const sizes = { length: 4.2, width: 1.9, height: 2 }
  expect([bodyVolume(sizes), proposedVolume(sizes)]).toEqual([15.96, 14.364])
  expect(modelFaults({ ...sizes, loadWeight: 1500, loadVolume: 15.96 })).toEqual([])
  expect(modelFaults({ ...sizes, loadWeight: 0, loadVolume: 15.961 })).toEqual([
    { field: 'loadWeight', message: '额定载重须大于0' },
    { field: 'loadVolume', message: '容积不能大于长×宽×高（15.96）' },
  ])
  expect(bodyVolume({ length: 4.2, width: null, height: 2 })).toBe(null)
})

test('a driver is checked across fields, and the card tells gender and birthday', () => {
  const right = {
    ownership: 1,
    idCard: '11010519491231002X',
    licenceBegin: '2020-01-01',
    licenceEnd: '2026-01-01',
  }
  expect(driverFaults(right)).toEqual([])
  expect(driverFaults({ ...right, idCard: '****002X' })).toEqual([])
  expect(ofCard(right.idCard)).toEqual({ gender: '2', birthday: '1949-12-31' })
  expect(ofCard('110105194912310021')).toBeUndefined()
  expect(
    driverFaults({ ...right, ownership: 2, idCard: '1', licenceEnd: '2020-01-01', certNo: 'Z1' }).map(
      ({ field }) => field,
    ),
  ).toEqual(['logisticsProviderId', 'idCard', 'licenceEnd', 'certEnd'])
  expect(carFaults({ ownership: 2, permitEnd: '2027-01-01' }).map(({ message }) => message)).toEqual([
    '请选择物流商',
    '请输入道路运输证号',
  ])
})

test('a model demands a licence class, above 4500 kg a certificate too', () => {
  const light = { licenceTypes: ['C1', 'B2'], loadWeight: 4500 }
  expect(lackOf({ licenceType: 'C1', certNo: '' }, light)).toBe(null)
  expect(lackOf({ licenceType: 'C2', certNo: '' }, light)).toBe('准驾车型不符')
  expect(lackOf({ licenceType: 'B2', certNo: '' }, { ...light, loadWeight: 4501 })).toBe(
    '驾驶4500kg以上车辆须有从业资格证',
  )
})
