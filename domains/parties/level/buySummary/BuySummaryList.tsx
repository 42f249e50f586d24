import { CalculatorOutlined, ExportOutlined } from '@ant-design/icons'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import type { OutWireOf } from '#kit/shared/call.ts'
import { listFields } from '#kit/shared/entity.ts'
import { monthsBetween } from '#kit/shared/time.ts'
import { type Act, act, callAct, stateAct } from '#kit/web/actions.tsx'
import { Chart } from '#kit/web/chart/Chart.tsx'
import { openForm } from '#kit/web/form/FormModal.tsx'
import type { RowSeen } from '#kit/web/list/columnsOf.tsx'
import { exportRows } from '#kit/web/list/exportRows.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { useCall } from '#kit/web/useCall.ts'
import { buySummaryCalls } from './buySummary.calls.ts'
import { buySummary, totalsShape } from './buySummary.entity.ts'
import { confirmStates } from './buySummary.states.ts'

type Totals = OutWireOf<typeof buySummaryCalls.totals>

const READS = ['confirmStatus'] as const
export type SummaryRow = RowSeen<typeof buySummaryCalls.list, typeof READS>

const SHOW = [
  'companyId',
  'month',
  'qty',
  'netAmount',
  'paidAmount',
  'unpaidAmount',
  'rebateAmount',
  'confirmStatus',
]
const SUBJECT = { name: 'companyId' }
const COLUMNS = { companyId: { width: 200 } }
const FILTERS = [
  ...listFields(buySummary)
    .filter(([, field]) => field.filter)
    .map(([name]) => name),
  'orgLevelId',
]
const CALLS = { list: buySummaryCalls.list, exportRows: buySummaryCalls.exportRows }
const PAGES = { see: ({ id }: SummaryRow) => `/company/buySummary/info/${id}` }
const PRINT = '/company/buySummary/print'

const printAct: Act<readonly SummaryRow[]> = act({
  label: '打印对账单',
  permission: buySummaryCalls.print,
  run: (rows) => goTo(`${PRINT}?ids=${rows.map((row) => row.id).join(',')}`),
})
const idsOf = (rows: readonly SummaryRow[]): string => rows.map((row) => row.id).join(',')

/** 确认 and 异议 of one summary, 重算 and 推送对账 as well. */
export const SUMMARY_ACTS: readonly Act<SummaryRow>[] = [
  stateAct(confirmStates, 'push', buySummaryCalls.push, {
    input: ({ id }) => ({ ids: String(id) }),
    success: '已推送',
  }),
  stateAct(confirmStates, 'confirm', buySummaryCalls.confirm, { input: ({ id }) => ({ id }) }),
  stateAct(confirmStates, 'dispute', buySummaryCalls.dispute, {
    input: ({ id }, reason) => ({ id, reason }),
  }),
  stateAct(confirmStates, 'recalc', buySummaryCalls.recalc, {
    input: ({ id }) => ({ ids: String(id) }),
    success: '已重算',
  }),
  act({
    label: '打印对账单',
    permission: buySummaryCalls.print,
    run: (row) => goTo(`${PRINT}?ids=${row.id}`),
  }),
]

const BATCH: readonly Act<readonly SummaryRow[]>[] = [
  callAct(buySummaryCalls.push, {
    label: '推送对账',
    prompt: '将通知所选单位的主账号核对，确定推送吗？',
    input: (rows) => ({ ids: idsOf(rows) }),
    success: '已推送',
  }),
  printAct,
]

/** What of the address narrows the list, and what narrows it to a month. */
function useFilters() {
  const [address, setAddress] = useSearchParams()
  const filters = Object.fromEntries(
    FILTERS.flatMap((name) => {
      const value = address.get(name)
      return value === null ? [] : [[name, value]]
    }),
  )
  const toMonth = (month: string) =>
    setAddress(
      (now) => {
        const next = new URLSearchParams(now)
        next.set('month', month)
        next.delete('page')
        return next
      },
      { replace: true },
    )
  return { filters, toMonth }
}

/** Net and paid amounts by month of what the list shows; a month leads to its rows. */
function Months({ totals, onMonth }: { totals: Totals | undefined; onMonth(month: string): void }) {
  const facts = useMemo(() => {
    if (totals === undefined) return undefined
    const { months } = totals
    const rows = monthsBetween(months[0]?.month ?? '', months.at(-1)?.month ?? '')
    const amounts = (name: 'netAmount' | 'paidAmount') =>
      rows.map((month) => {
        const found = months.find((one) => one.month === month)
        return found === undefined ? null : Number(found[name])
      })
    const series = [
      { name: '净额', values: amounts('netAmount') },
      { name: '已付', values: amounts('paidAmount') },
    ]
    return { title: '每月采购', of: '月份', unit: '元', decimals: 2, rows, series }
  }, [totals])
  return (
    <Chart
      kind="line"
      facts={facts}
      empty="没有采购"
      onPoint={(row) => {
        const month = facts?.rows[row]
        if (month !== undefined) onMonth(month)
      }}
    />
  )
}

/** 采购汇总: what companies bought by month, with its sums and their course. Catalog §6.6. */
export default function BuySummaryList() {
  const { filters, toMonth } = useFilters()
  const { data: totals, isError } = useCall(buySummaryCalls.totals, filters, { quiet: true, keep: true })
  const [total] = totals?.total ?? []
  return (
    <ListPage
      reads={READS}
      of={buySummary}
      calls={CALLS}
      subject={SUBJECT}
      show={SHOW}
      columns={COLUMNS}
      dated=""
      pages={PAGES}
      actions={SUMMARY_ACTS}
      batch={BATCH}
      top={[
        act({
          label: '重算整月',
          icon: <CalculatorOutlined />,
          permission: buySummaryCalls.recalc,
          run: () =>
            void openForm({
              of: buySummary,
              shape: { month: buySummary.shape.month },
              calls: { save: buySummaryCalls.recalc },
              id: null,
              title: '重算整月',
              width: 420,
              inputs: { month: { help: '已确认的不变；已关账的月份只在本月生成调整行' } },
              success: '已开始重算，请稍后刷新',
            }),
        }),
        act({
          label: '导出明细',
          icon: <ExportOutlined />,
          permission: buySummaryCalls.exportRows,
          run: () => exportRows(buySummaryCalls.exportRows, { ...filters, withLines: 1 }),
        }),
      ]}
      above={
        // Without rows the list says why, and without sums it has its rows all the same.
        !isError && totals?.months.length !== 0 && <Months totals={totals} onMonth={toMonth} />
      }
      sums={() =>
        total === undefined
          ? {}
          : Object.fromEntries(
              Object.keys(totalsShape)
                .filter((name) => name !== 'rows')
                .map((name) => [name, String(Reflect.get(total, name))]),
            )
      }
      empty="还没有采购汇总。每天 3 点按订单计算本月和上月，也可点击重算整月"
    />
  )
}
