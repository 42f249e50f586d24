import { decimal, int, lines, money, quantity, text } from '#kit/fields/shared.ts'
import { get, idField, rowAnswer } from '#kit/shared/call.ts'
import { countOf } from '#kit/shared/join.ts'
import { optionsCall, standardCalls } from '#kit/shared/standardCalls.ts'
import { STOCK_COST } from '../stock/stock.entity.ts'
import { section } from './section.entity.ts'
import { warehouse } from './warehouse.entity.ts'

const figure = (label: string) => quantity(label, { initial: 0 })

/** What stands in a section, by how long it lasts. */
const mapLine = {
  id: idField(),
  pid: section.shape.pid,
  code: section.shape.code,
  name: section.shape.name,
  type: section.shape.type,
  countSn: section.shape.countSn,
  skuCount: int('SKU数', { initial: 0 }),
  onHand: figure('现存量'),
  expired: figure('已过期'),
  near: figure('临期'),
  /** percent; null: nobody says how much it holds */
  filled: decimal('占用率(%)', { decimals: 2 }),
}

/** The stock of a warehouse in one look. Warehouse §4.1. */
const mapShape = {
  id: idField(),
  skuCount: int('SKU数', { initial: 0 }),
  onHand: figure('现存量'),
  reserved: figure('占用量'),
  frozen: figure('冻结量'),
  /** null: of some of it the person is told nothing (decision 0200) */
  inTransit: quantity('在途量', { readOnly: true }),
  available: figure('可用量'),
  amount: money('库存金额', { initial: 0, permission: STOCK_COST }),
  sections: lines('库区', mapLine, { max: 5000 }),
}

/** Warehouse §4.1. */
const standard = standardCalls('/admin/warehouse', warehouse, {
  filters: { city: text('省市区', { max: 12, pattern: /^\d+$/ }) },
  list: {
    sectionCount: countOf(section, 'warehouseId', '库区数', { width: 75 }),
    skuCount: int('在库SKU数', { initial: 0, width: 95 }),
    onHand: quantity('现存总量', { initial: 0, width: 100 }),
  },
})

/** Warehouse §4.1. */
export const warehouseCalls = {
  ...standard,
  map: get('/admin/warehouse/map/:id', {
    title: '仓库库存分布',
    permission: standard.info.permission,
    input: { id: idField() },
    answer: rowAnswer(mapShape),
  }),
}

/** Any warehouse by its name, for what goes from one to another: the other one need not be one's own. Warehouse §14. */
export const anyWarehouse = 'anyWarehouse'
export const anyWarehouseCall = optionsCall('/admin/warehouse/any', '调拨仓库', anyWarehouse)
