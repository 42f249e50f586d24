import { useSearchParams } from 'react-router'
import { groupedAmount } from '#kit/shared/text.ts'
import { type Act, callAct } from '#kit/web/actions.tsx'
import { forAll } from '#kit/web/batch.ts'
import type { RowSeen } from '#kit/web/list/columnsOf.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { balanceDailyCalls as calls } from './balanceDaily.calls.ts'
import { balanceDaily } from './balanceDaily.entity.ts'

const READS = ['zbatch', 'zflag', 'isMayPushSap', 'sapSync', 'entryNum'] as const
type Row = RowSeen<typeof calls.list, typeof READS>

const CALLS = { list: calls.list, exportRows: calls.exportRows }
const SHOW = [
  ...['zflag', 'bizDate', 'accountType', 'entryNum', 'openingBalance', 'amount', 'closingBalance'],
  ...['sapSync', 'sapDescription'],
]
const COLUMNS = { sapDescription: { width: 160 } }
const PAGES = { see: (row: Row) => `/user/balance/info/${row.zbatch}/${row.zflag}` }
const TOUCHES = ['/admin/balance/account', '/admin/sap/queue']

/** Why a line is not handed to SAP; null when it can be. */
function noPush({ isMayPushSap, sapSync, entryNum }: Row): string | null {
  if (entryNum === 0) return '当日没有发生额，无需推送'
  return isMayPushSap === 1 && sapSync !== 2 ? '已推送SAP' : null
}
const push = { label: '推送SAP', success: '已加入SAP队列', touches: TOUCHES }

const ACTIONS: readonly Act<Row>[] = [
  callAct(calls.push, { ...push, closed: noPush, input: ({ id }) => ({ ids: String(id) }) }),
  callAct(calls.recompute, {
    label: '重算',
    closed: (row: Row) => (row.isMayPushSap === 1 ? '已推送SAP，不能重算' : null),
    prompt: (row: Row) => `将按流水重新计算批次 ${row.zbatch} 的全部标识，确定吗？`,
    input: ({ id }) => ({ id }),
    success: '已重算',
    touches: TOUCHES,
  }),
]
const BATCH: readonly Act<readonly Row[]>[] = [
  callAct(calls.push, {
    ...push,
    ...forAll((row: Row) => noPush(row) === null, '选中的批次中有不能推送的'),
    input: (rows) => ({ ids: rows.map((row) => row.id).join(',') }),
  }),
]

/** 余额对账: what accounts of each kind did on each day, for SAP. Orders §6.10. */
export default function BalanceList() {
  return (
    <ListPage
      reads={READS}
      of={balanceDaily}
      calls={CALLS}
      pages={PAGES}
      show={SHOW}
      columns={COLUMNS}
      dated="业务日期"
      actions={ACTIONS}
      batch={BATCH}
      above={<Totals />}
      empty="还没有对账批次。每天00:30按账户类型结出前一天的批次"
    />
  )
}

const NARROWING = ['keywords', 'zflag', 'accountType', 'sapSync', 'dateLimit'] as const

/** The sums of what is listed. */
function Totals() {
  const [address] = useSearchParams()
  const narrowed = Object.fromEntries(
    NARROWING.flatMap((name) => {
      const value = address.get(name)
      return value === null ? [] : [[name, value]]
    }),
  )
  const { data } = useCall(calls.totals, narrowed, { keep: true, quiet: true })
  return (
    <p className="k-hint" role="status">
      {data === undefined
        ? '合计 …'
        : `合计 ${data.entryNum.toLocaleString()} 笔，${groupedAmount(data.amount)} 元`}
    </p>
  )
}
