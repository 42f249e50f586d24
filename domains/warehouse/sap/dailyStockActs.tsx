import { type Act, act, callAct } from '#kit/web/actions.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { dailyStockCalls as calls } from './sapDailyFullStock.calls.ts'
import { BY_INTERFACE, FULL_STOCK } from './sapDailyFullStock.entity.ts'

/** What the acts look at. */
export const DAILY_READS = ['stockDate', 'status', 'source', 'diffLines'] as const

interface Row {
  readonly id: number
  readonly stockDate: string
  readonly status: number
  readonly source: number
  readonly diffLines: number
}

const TOUCHES = ['/admin/wts']
const isOpen = ({ status }: Row): boolean =>
  status === FULL_STOCK.waits || status === FULL_STOCK.same || status === FULL_STOCK.differs
const differs = ({ status }: Row): string | null =>
  status === FULL_STOCK.differs ? null : '没有待处理的差异'

/** What is done with the stock that SAP told. Warehouse §5.1. */
export const DAILY_ACTS: readonly Act<Row>[] = [
  callAct(calls.compare, {
    label: '比对',
    closed: (row: Row) => (isOpen(row) ? null : '已处理或已被替换'),
    input: ({ id }: Row) => ({ id }),
    success: '已比对',
    touches: TOUCHES,
  }),
  callAct(calls.toCount, {
    label: '生成盘点',
    closed: differs,
    prompt: (row: Row) => `把 ${row.diffLines} 行差异的商品加入明天的日盘？`,
    input: ({ id }: Row) => ({ id }),
    success: '已加入明天的日盘',
    touches: TOUCHES,
  }),
  callAct(calls.handled, {
    label: '标记已处理',
    closed: differs,
    reason: '处理说明',
    input: ({ id }: Row, reason: string) => ({ id, reason }),
    success: '已标记',
    touches: TOUCHES,
  }),
]

/** Of the page: what was typed by hand can be changed. */
export const EDIT: Act<Row> = act({
  label: '编辑',
  permission: calls.update,
  closed: (row: Row) =>
    row.source === BY_INTERFACE ? '接口接收的数据不能修改' : isOpen(row) ? null : '已处理或已被替换',
  run: ({ id }: Row) => goTo(`/wts/sapDailyFullStock/add/${id}`),
})
