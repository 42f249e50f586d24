import { choice, date, decimal, images, ref, text } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'
import { PLATE } from '#kit/shared/identity.ts'
import { OWNERSHIPS } from './driver.entity.ts'
import { VIN } from './fleet.rules.ts'

/** 出车中 is set by departures and returns alone. Warehouse §6. */
export const CAR_STATES = [
  { value: 1, label: '可用', means: 'done' },
  { value: 2, label: '出车中', means: 'runs' },
  { value: 3, label: '维修', means: 'waits' },
  { value: 0, label: '停用', means: 'off' },
] as const
export const ON_THE_WAY = 2

/** A vehicle. Warehouse §6. */
export const truckCar = entity(
  'truckCar',
  '车辆',
  {
    plateNo: text('车牌号', {
      max: 8,
      required: true,
      unique: true,
      search: true,
      pattern: PLATE,
      message: '车牌号格式不正确',
      right: '例：闽A12345，新能源 闽AF00001',
      width: 110,
    }),
    truckModelId: ref('车型', 'truckModel', { required: true, filter: true, width: 130 }),
    ownership: choice('归属', OWNERSHIPS, { required: true, initial: 1, filter: true, width: 70 }),
    logisticsProviderId: ref('物流商', 'logisticsProvider', { filter: true, list: false }),
    defaultDriverId: ref('默认司机', 'driver', { filter: true, width: 90 }),
    warehouseId: ref('所属仓库', 'warehouse', { filter: true, list: false }),
    vin: text('车架号', {
      max: 17,
      unique: true,
      search: true,
      pattern: VIN,
      message: '车架号格式不正确',
      right: '17位字母或数字，不含I、O、Q',
      list: false,
    }),
    engineNo: text('发动机号', { max: 20, list: false }),
    regDate: date('注册日期', { list: false }),
    insuranceEnd: date('保险到期', { required: true, sortable: true, width: 105 }),
    inspectionEnd: date('年检到期', { required: true, sortable: true, width: 105 }),
    permitNo: text('道路运输证', { max: 30, list: false, help: '载重4500kg以上的车辆须有' }),
    permitEnd: date('道路运输证到期', { list: false }),
    mileage: decimal('里程(km)', { decimals: 1, initial: 0, width: 100, help: '只增不减' }),
    gpsNo: text('GPS编号', { max: 30, list: false }),
    images: images('照片', { max: 5, list: false }),
    status: choice('状态', CAR_STATES, { readOnly: true, initial: 1, filter: true, width: 80 }),
  },
  { title: 'plateNo', picture: 'images' },
)
