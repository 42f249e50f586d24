import { closedBy } from '#kit/shared/states.ts'
import { type Act, act, callAct } from '#kit/web/actions.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { openRaw } from './openRaw.tsx'
import { dailyStockCalls as calls } from './sapDailyFullStock.calls.ts'
import { fullStockTable } from './sapDailyFullStock.entity.ts'
import { BY_HAND, BY_INTERFACE } from './sapSource.ts'

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

/** Why a record stays as it came; null when a person may change it. */
export const fixedDaily = (row: Row, action: 'edit' | 'remove'): string | null =>
  row.source === BY_INTERFACE
    ? `接口接收的数据不能${fullStockTable.actions[action].label}`
    : closedBy(fullStockTable, action, row.status)

/** What is done with the stock that SAP told. Warehouse §5.1. */
export const DAILY_ACTS: readonly Act<Row>[] = [
  callAct(calls.compare, {
    label: '比对',
    closed: (row: Row) => closedBy(fullStockTable, 'compare', row.status),
    input: ({ id }: Row) => ({ id }),
    success: '已比对',
    touches: TOUCHES,
  }),
  callAct(calls.toCount, {
    label: '生成盘点',
    closed: (row: Row) => closedBy(fullStockTable, 'toCount', row.status),
    prompt: (row: Row) => `把 ${row.diffLines} 行差异的商品加入明天的日盘？`,
    input: ({ id }: Row) => ({ id }),
    success: '已加入明天的日盘',
    touches: TOUCHES,
  }),
  callAct(calls.handled, {
    label: '标记已处理',
    closed: (row: Row) => closedBy(fullStockTable, 'handled', row.status),
    reason: '处理说明',
    input: ({ id }: Row, reason: string) => ({ id, reason }),
    success: '已标记',
    touches: TOUCHES,
  }),
]

/** Of the page: what was typed by hand can be changed; both sides on paper; what was sent. */
export const DAILY_PAGE_ACTS: readonly Act<Row>[] = [
  act({
    label: '编辑',
    permission: calls.update,
    closed: (row: Row) => fixedDaily(row, 'edit'),
    run: ({ id }: Row) => goTo(`/wts/sapDailyFullStock/add/${id}`),
  }),
  act({
    label: '打印',
    permission: calls.lines,
    run: ({ id }: Row) => goTo(`/wts/sapDailyFullStock/print/${id}`),
  }),
  act({
    label: '原始报文',
    permission: calls.raw,
    closed: (row: Row) => (row.source === BY_HAND ? '手工录入，没有原始报文' : null),
    run: ({ id }: Row) => void openRaw(calls.raw, id),
  }),
]
