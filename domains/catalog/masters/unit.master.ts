import { choice, flag, int, text } from '#kit/fields/shared.ts'
import { declareMaster } from '#kit/shared/declareMaster.ts'
import { entity } from '#kit/shared/entity.ts'
import { countOf } from '#kit/shared/join.ts'
import { product } from '../product/product.entity.ts'

const DECIMALS = [
  { value: 0, label: '0' },
  { value: 1, label: '1' },
  { value: 2, label: '2' },
  { value: 3, label: '3' },
] as const

const UNIT_TYPES = [
  { value: 1, label: '数量' },
  { value: 2, label: '重量' },
  { value: 3, label: '体积' },
  { value: 4, label: '长度' },
] as const

/** Catalog §2.2. */
const unit = entity(
  'unit',
  '计量单位',
  {
    unitCode: text('单位代码', {
      max: 8,
      required: true,
      unique: true,
      search: true,
      help: '与 SAP 单位一致，如 EA、CAR',
    }),
    unitName: text('单位名称', { max: 16, required: true, unique: true, search: true }),
    decimals: choice('小数位', DECIMALS, { initial: 0 }),
    unitType: choice('类型', UNIT_TYPES, { initial: 1, filter: true }),
    sort: int('排序', { initial: 0 }),
    status: flag('状态', { initial: 1, texts: ['启用', '停用'], filter: true }),
  },
  {
    title: 'unitName',
    open: true,
    order: [
      ['sort', 'desc'],
      ['id', 'asc'],
    ],
  },
)

export default declareMaster(unit, {
  path: '/admin/product/unit',
  menu: 'storerepo.unit',
  list: { productCount: countOf(product, 'unitId', '商品数') },
  importing: {
    key: 'unitCode',
    examples: { unitCode: 'EA', unitName: '个', decimals: '0', unitType: '数量' },
    notes: ['单位代码与 SAP 单位一致'],
  },
})
