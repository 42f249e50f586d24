import { TEMP_ZONES } from '#domains/settings/settings.shared.ts'
import { choice, choices, decimal, flag, money, text, texts } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'

const BODY_TYPES = [
  { value: 1, label: '厢式' },
  { value: 2, label: '冷藏' },
  { value: 3, label: '平板' },
  { value: 4, label: '高栏' },
  { value: 5, label: '面包' },
  { value: 6, label: '三轮' },
] as const

const FUEL_TYPES = [
  { value: 1, label: '柴油' },
  { value: 2, label: '汽油' },
  { value: 3, label: '天然气' },
  { value: 4, label: '纯电动' },
  { value: 5, label: '混合动力' },
] as const

const SIZE = { decimals: 2, min: 0.5, max: 18, required: true, list: false } as const

/** What vehicles of one make carry and whom they need. Warehouse §6. */
export const truckModel = entity(
  'truckModel',
  '车型',
  {
    code: text('车型编码', { max: 20, required: true, unique: true, search: true, width: 110 }),
    name: text('车型名称', { max: 50, required: true, unique: true, search: true, width: 180 }),
    brand: text('品牌', { max: 30, search: true, list: false }),
    bodyType: choice('箱体', BODY_TYPES, { required: true, initial: 1, filter: true, width: 80 }),
    length: decimal('货箱长(m)', SIZE),
    width: decimal('货箱宽(m)', SIZE),
    height: decimal('货箱高(m)', SIZE),
    loadWeight: decimal('额定载重(kg)', { decimals: 3, required: true, width: 120 }),
    loadVolume: decimal('容积(m³)', { decimals: 3, width: 100, help: '留空按长×宽×高的九成' }),
    licenceTypes: texts('准驾车型要求', { each: 10, max: 20, required: true, width: 130 }),
    tempZones: choices('温层', TEMP_ZONES, { initial: [1], list: false }),
    fuelType: choice('燃料', FUEL_TYPES, { list: false }),
    costPerKm: money('公里成本', { initial: 0, list: false }),
    status: flag('状态', { initial: 1, texts: ['启用', '停用'], filter: true, width: 80 }),
  },
  { title: 'name', code: 'code' },
)
