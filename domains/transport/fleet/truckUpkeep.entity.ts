import { choice, date, decimal, money, ref, text } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'

const UPKEEP_TYPES = [
  { value: 1, label: '保养' },
  { value: 2, label: '维修' },
  { value: 3, label: '年检' },
  { value: 4, label: '保险' },
  { value: 5, label: '违章' },
] as const

/** What was done to a vehicle, and what it cost. Warehouse §6. */
export const truckUpkeep = entity(
  'truckUpkeep',
  '维保记录',
  {
    truckCarId: ref('车辆', 'truckCar', { required: true, filter: true, form: false, width: 110 }),
    type: choice('类型', UPKEEP_TYPES, { required: true, filter: true, width: 80 }),
    upkeepDate: date('日期', { required: true, width: 110 }),
    mileage: decimal('里程(km)', { decimals: 1, width: 100 }),
    fee: money('费用', { initial: 0, width: 100 }),
    unit: text('单位', { max: 50, search: true, width: 140, help: '在哪家维修、投保、缴纳' }),
    note: text('说明', { max: 200, long: true, search: true, width: 200 }),
  },
  {
    title: 'unit',
    order: [
      ['upkeepDate', 'desc'],
      ['id', 'desc'],
    ],
  },
)
