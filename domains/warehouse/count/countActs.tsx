import { type Act, act, callAct } from '#kit/web/actions.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { countCalls as calls, countDocument } from './count.document.ts'
import { KIND, SHEET } from './count.entity.ts'

export const READS = ['countSn', 'countType', 'status', 'auditStatus', 'submitBy', 'createBy'] as const

interface Row {
  readonly id: number
  readonly countSn: string
  readonly countType: number
  readonly status: number
  readonly auditStatus: number
}

const WORDS: Readonly<Record<number, string>> = {
  [KIND.daily]: 'daily',
  [KIND.monthly]: 'monthly',
  [KIND.seasonal]: 'seasonal',
  [KIND.yearly]: 'yearly',
}
const at = (row: Row, page: string): string =>
  `/wts/${WORDS[row.countType] ?? 'daily'}StockCount/${page}/${row.id}`

/** The page of a sheet, below the list of its kind. */
export const countPage = (row: Row): string => at(row, 'info')

const TOUCHES = ['/admin/wts']
const isOpen = (row: Row): boolean => row.status !== SHEET.posted && row.status !== SHEET.voided

const startAct: Act<Row> = callAct(calls.start, {
  label: '开始',
  closed: (row: Row) => (row.status === SHEET.new ? null : '已开始'),
  prompt: (row: Row) => `开始后记录 ${row.countSn} 的账面数量；冻结盘点的库区暂不能出入库。`,
  input: ({ id }: Row) => ({ id }),
  success: '已开始',
  touches: TOUCHES,
})
const cancelAct: Act<Row> = callAct(calls.cancel, {
  label: '作废',
  danger: true,
  closed: (row: Row) => (isOpen(row) ? null : '盘点表已结束'),
  reason: '作废原因',
  prompt: (row: Row) => `作废 ${row.countSn}？不记差异，库区恢复出入库。`,
  input: ({ id }: Row, reason: string) => ({ id, reason }),
  success: '已作废',
  touches: TOUCHES,
})

/** What is done with a sheet besides what is done with every document. Warehouse §5.9. */
export const SHEET_ACTS: readonly Act<Row>[] = [startAct, cancelAct]

/** What is done with a sheet from its list. Warehouse §5.9. */
export const COUNT_ACTS: readonly Act<Row>[] = [
  startAct,
  callAct(calls.submit, {
    label: '提交',
    closed: (row: Row) =>
      row.status !== SHEET.differing
        ? '盘点完成后才能提交'
        : row.auditStatus === -1 || row.auditStatus === 2
          ? null
          : '已提交',
    input: ({ id }: Row) => ({ id }),
    success: '已提交',
    touches: TOUCHES,
  }),
  act({
    label: '审核',
    permission: countDocument.states.actions.pass.permission,
    closed: (row: Row) => (row.auditStatus === 0 ? null : '提交后才能审核'),
    run: (row: Row) => goTo(at(row, 'examine')),
  }),
  act({ label: '打印', permission: calls.print, run: (row: Row) => goTo(at(row, 'print')) }),
  cancelAct,
]
