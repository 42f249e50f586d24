import { closedBy } from '#kit/shared/states.ts'
import { type Act, act, callAct } from '#kit/web/actions.tsx'
import { batchAct, eachRow } from '#kit/web/batch.ts'
import { goTo } from '#kit/web/navigate.ts'
import { invalidate } from '#kit/web/query.ts'
import { request } from '#kit/web/request.ts'
import { toastInfo, toastSuccess } from '#kit/web/toast.ts'
import { change } from '#kit/web/useCall.ts'
import { openRaw } from './openRaw.tsx'
import { billCalls as calls } from './sapBill.calls.ts'
import { BILL, billTable } from './sapBill.entity.ts'
import { madeBy } from './sapBill.rules.ts'
import { BY_HAND, BY_INTERFACE } from './sapSource.ts'

/** What the acts look at. */
export const BILL_READS = [
  'sapBillNo',
  'status',
  'source',
  'moveType',
  'referenceNo',
  'docType',
  'docId',
] as const

interface Row {
  readonly id: number
  readonly sapBillNo: string
  readonly status: number
  readonly source: number
  readonly moveType: string
  readonly referenceNo: string
  readonly docType: string
  readonly docId: number | null
}

const TOUCHES = ['/admin/wts', '/admin/wms']
const PAGES: Readonly<Record<string, string>> = { stockin: '/wms/infoStockin', stockout: '/wms/infoStockOut' }

/** Why a bill stays as it came; null when a person may change it. */
export const fixedBill = (row: Row, action: 'edit' | 'remove'): string | null =>
  row.source === BY_INTERFACE
    ? `接口接收的数据不能${billTable.actions[action].label}`
    : closedBy(billTable, action, row.status)

/** Says what of the bill was found among our postings. */
async function match({ id }: Pick<Row, 'id'>): Promise<void> {
  const { matched, open } = await change(calls.match, { id }, { touches: TOUCHES })
  if (matched === 0) toastInfo('没有找到参考号、物料和数量都相符的过账')
  else toastSuccess(open === 0 ? '已全部匹配' : `已匹配 ${matched} 行，还有 ${open} 行未匹配`)
}

export const openDocument = ({ docType, docId }: Pick<Row, 'docType' | 'docId'>): void =>
  goTo(`${PAGES[docType] ?? ''}/${docId}`)

const MATCH: Act<Row> = act({
  label: '匹配',
  primary: true,
  permission: calls.match,
  closed: (row: Row) =>
    closedBy(billTable, 'match', row.status) ?? (row.referenceNo === '' ? '没有参考号，不能匹配' : null),
  run: match,
})

/** The same for many at once, each by itself. */
export const MATCH_ALL: Act<readonly Row[]> = batchAct({
  label: '批量匹配',
  permission: calls.match,
  of: MATCH,
  nameOf: (row) => row.sapBillNo,
  run: async (rows, others) => {
    const nameOf = ({ sapBillNo }: Row) => sapBillNo
    await eachRow({
      ...{ rows, label: '匹配', nameOf, others },
      work: async ({ id, sapBillNo }, fail) => {
        const { open } = await request(calls.match, { id })
        if (open > 0) fail({ name: sapBillNo, reason: `${open} 行没有相符的过账` })
      },
    })
    await invalidate(...TOUCHES)
  },
})

/** What is done with what SAP booked. Warehouse §5.1. */
export const BILL_ACTS: readonly Act<Row>[] = [
  MATCH,
  callAct(calls.generate, {
    label: '生成单据',
    closed: (row: Row) =>
      closedBy(billTable, 'generate', row.status) ??
      (madeBy(row.moveType) === undefined ? `移动类型 ${row.moveType} 不能生成单据` : null),
    prompt: (row: Row) =>
      `按移动类型 ${row.moveType} 为 ${row.sapBillNo} 未匹配的明细生成${madeBy(row.moveType)?.of === 'stockin' ? '入库单' : '出库单'}草稿？`,
    input: ({ id }: Row) => ({ id }),
    success: '已生成草稿，请在关联单据中补全并提交',
    touches: TOUCHES,
  }),
  callAct(calls.ignore, {
    label: '忽略',
    closed: (row: Row) => closedBy(billTable, 'ignore', row.status),
    reason: '忽略原因',
    input: ({ id }: Row, reason: string) => ({ id, reason }),
    success: '已忽略',
    touches: TOUCHES,
  }),
  act({
    label: '关联单据',
    permission: 'admin:wms:stockin:info',
    when: (row: Row) => row.docType === 'stockin' && row.status === BILL.made,
    run: openDocument,
  }),
  act({
    label: '关联单据',
    permission: 'admin:wms:stockout:info',
    when: (row: Row) => row.docType === 'stockout' && row.status === BILL.made,
    run: openDocument,
  }),
]

/** Of the page: what was typed or imported can be changed; what was sent. */
export const BILL_PAGE_ACTS: readonly Act<Row>[] = [
  act({
    label: '编辑',
    permission: calls.update,
    closed: (row: Row) => fixedBill(row, 'edit'),
    run: ({ id }: Row) => goTo(`/wts/sapBill/add/${id}`),
  }),
  act({
    label: '原始报文',
    permission: calls.raw,
    closed: (row: Row) => (row.source === BY_HAND ? '手工录入，没有原始报文' : null),
    run: ({ id }: Row) => void openRaw(calls.raw, id),
  }),
]
