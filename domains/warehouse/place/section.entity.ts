import { TEMP_ZONES } from '#domains/settings/settings.shared.ts'
import { choice, decimal, flag, int, ref, text } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'

/** Doors §7.1 section type. */
export const SECTION_TYPES = [
  { value: 1, label: '存储区' },
  { value: 2, label: '拣货区' },
  { value: 3, label: '收货待检区' },
  { value: 4, label: '发货暂存区' },
  { value: 5, label: '退货待检区' },
  { value: 6, label: '不良品区' },
  { value: 7, label: '赠品物料区' },
  { value: 8, label: '差异区' },
] as const
export type SectionType = (typeof SECTION_TYPES)[number]['value']

export const SECTION_LEVELS = [
  { value: 1, label: '库区' },
  { value: 2, label: '库位' },
] as const

/** A zone of a warehouse, or a bin below one: stock stands on the lowest level. Warehouse §4.2. */
export const section = entity(
  'section',
  '库区',
  {
    warehouseId: ref('仓库', 'warehouse', { required: true, filter: true, width: 140 }),
    pid: ref('上级库区', 'section', { initial: 0, list: false, help: '不选为库区，选择后为其下的库位' }),
    level: choice('层级', SECTION_LEVELS, { readOnly: true, initial: 1, list: false }),
    code: text('库区编码', {
      max: 20,
      required: true,
      unique: true,
      search: true,
      pattern: /^[A-Za-z0-9-]+$/,
      right: '只能填写字母、数字和-，例：A01-02-03',
      width: 110,
      help: '仓库内唯一，如 A01 或 A01-02-03',
    }),
    name: text('库区名称', { max: 50, required: true, search: true, width: 160 }),
    type: choice('库区类型', SECTION_TYPES, { required: true, initial: 1, filter: true, width: 100 }),
    sellable: flag('是否可售', { initial: 1, width: 80, help: '只有赠品物料区可以选择' }),
    tempZone: choice('温层', TEMP_ZONES, { initial: 1, filter: true, width: 70 }),
    pickSort: int('拣货顺序', { initial: 100, list: false, help: '小的先拣' }),
    mixSku: flag('允许混放商品', { initial: 1, list: false }),
    mixLot: flag('允许混批', { initial: 1, list: false }),
    maxWeight: decimal('承重(kg)', { decimals: 2, list: false }),
    maxVolume: decimal('容积(m³)', { decimals: 3, list: false }),
    barCode: text('库区条码', { max: 48, readOnly: true, search: true, list: false, port: false }),
    /** made with its warehouse: cannot be deleted */
    isSystem: flag('系统库区', { readOnly: true, initial: 0, list: false, port: false }),
    /** the sheet that counts it, and keeps goods from moving in or out */
    countSn: text('盘点锁定', { max: 24, readOnly: true, width: 130, port: false }),
    status: flag('状态', { initial: 1, texts: ['启用', '停用'], filter: true, width: 80 }),
    remark: text('备注', { max: 200, long: true, list: false }),
  },
  {
    title: 'name',
    code: 'code',
    order: [
      ['warehouseId', 'asc'],
      ['pickSort', 'asc'],
      ['id', 'asc'],
    ],
    scope: { warehouse: 'warehouseId' },
  },
)
