import { choice, date, flag, int, quantity, ref, text } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'
import { stateTable } from '#kit/shared/states.ts'
import { lotNoField } from '../stock/lotNo.ts'
import { arrivalFields, contentHash, placeFields, remarkField } from './sapSource.ts'

export const FULL_STOCK = { waits: 0, same: 1, differs: 2, handled: 3, replaced: 9 } as const
export const FULL_STOCK_STATES = [
  { value: FULL_STOCK.waits, label: '待比对', means: 'waits' },
  { value: FULL_STOCK.same, label: '一致', means: 'done' },
  { value: FULL_STOCK.differs, label: '有差异', means: 'wrong' },
  { value: FULL_STOCK.handled, label: '差异已处理', means: 'done' },
  { value: FULL_STOCK.replaced, label: '已被替换', means: 'off' },
] as const

const AT = 'admin:wts:sapDailyFullStock'
const UNSETTLED = [FULL_STOCK.waits, FULL_STOCK.same, FULL_STOCK.differs]
/** From what SAP told to differences that somebody has looked at. Warehouse §5.1. */
export const fullStockTable = stateTable('status', FULL_STOCK_STATES, {
  edit: { from: [FULL_STOCK.waits], label: '编辑', permission: `${AT}:update` },
  compare: { from: UNSETTLED, label: '比对', permission: `${AT}:compare` },
  toCount: { from: [FULL_STOCK.differs], label: '生成盘点', permission: `${AT}:toCount` },
  handled: {
    from: [FULL_STOCK.differs],
    to: FULL_STOCK.handled,
    label: '标记已处理',
    permission: `${AT}:handled`,
  },
  remove: { from: UNSETTLED, label: '删除', permission: `${AT}:delete` },
})

const figure = (label: string) => quantity(label, { readOnly: true, initial: 0, min: -1e12, width: 100 })
const told = (label: string) => quantity(label, { required: true, initial: 0, width: 100 })

/** A line as it arrives: material, batch, and the four kinds of stock. Warehouse §5.1. */
export const fullStockLine = {
  sapCode: text('物料号', { max: 18, required: true, width: 120 }),
  charg: text('批次', { max: 32, width: 110 }),
  labst: told('非限制'),
  umlme: told('在途'),
  insme: told('质检'),
  speme: told('冻结'),
  meins: text('单位', { max: 3, width: 60 }),
}

/** What SAP says stood in a place at the end of a day, beside what we had. Warehouse §5.1. */
export const sapDailyFullStock = entity(
  'sapDailyFullStock',
  'SAP每日全量库存',
  {
    stockDate: date('库存日期', { required: true, width: 110 }),
    ...placeFields,
    ...arrivalFields,
    lineCount: int('行数', { readOnly: true, initial: 0, width: 70 }),
    sapQty: figure('SAP总量'),
    ownQty: figure('系统总量'),
    diffLines: int('差异行', { readOnly: true, initial: 0, width: 70 }),
    diffQty: figure('差异数量'),
    status: choice('状态', FULL_STOCK_STATES, {
      readOnly: true,
      initial: FULL_STOCK.waits,
      filter: true,
      width: 100,
    }),
    contentHash,
    handleReason: text('处理说明', { max: 200, readOnly: true, list: false }),
    remark: remarkField,
  },
  { title: 'stockDate', scope: { warehouse: 'warehouseId' }, grams: true },
)

/** A material of it, with our figures of the same moment. Warehouse §5.1. */
export const sapDailyStockLine = entity(
  'sapDailyStockLine',
  'SAP每日库存明细',
  {
    fullStockId: int('每日库存', { readOnly: true, required: true, list: false }),
    lineNo: int('行号', { readOnly: true, required: true, width: 60 }),
    productId: ref('商品', 'product', { readOnly: true, required: true, width: 180 }),
    sapCode: text('物料号', { max: 18, readOnly: true, width: 120 }),
    charg: lotNoField({ readOnly: true, width: 100 }, '批次'),
    labst: figure('SAP非限制'),
    umlme: figure('SAP在途'),
    insme: figure('SAP质检'),
    speme: figure('SAP冻结'),
    ownLabst: figure('系统非限制'),
    ownUmlme: figure('系统在途'),
    ownInsme: figure('系统质检'),
    ownSpeme: figure('系统冻结'),
    diffQty: figure('差异'),
    /** a posting that SAP does not know yet */
    lagSn: text('时间差', { max: 30, readOnly: true, width: 160 }),
    meins: text('单位', { max: 3, readOnly: true, width: 60 }),
    /** what we have and SAP leaves out gets a line of the comparison's own */
    told: flag('SAP有', { readOnly: true, initial: 1, list: false }),
  },
  { title: 'sapCode', part: true },
)
