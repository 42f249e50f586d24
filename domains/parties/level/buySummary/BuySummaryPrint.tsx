import { useSearchParams } from 'react-router'
import { FieldCell } from '#kit/fields/web.tsx'
import type { OutWireOf } from '#kit/shared/call.ts'
import { formatTime } from '#kit/shared/time.ts'
import { PrintPage } from '#kit/web/print/PrintPage.tsx'
import { Empty } from '#kit/web/states/Empty.tsx'
import { browserZone } from '#kit/web/time/zone.ts'
import { useCall } from '#kit/web/useCall.ts'
import { buySummaryCalls } from './buySummary.calls.ts'
import { buySummary, orderLineShape } from './buySummary.entity.ts'

type Row = OutWireOf<typeof buySummaryCalls.print>[number]

const HEAD = ['companyId', 'month', 'shoudaId', 'payerId'] as const
const SUMS = [
  'grossAmount',
  'discountAmount',
  'refundAmount',
  'netAmount',
  'paidAmount',
  'unpaidAmount',
] as const
const PER_SHEET = 26

function sheetsOf(row: Row) {
  const pages = Math.max(1, Math.ceil(row.orders.length / PER_SHEET))
  return Array.from({ length: pages }, (_, page) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the pages of a statement never change their order.
    <Sheet key={`${row.id}-${page}`} row={row} page={page} pages={pages} />
  ))
}

function Sheet({ row, page, pages }: { row: Row; page: number; pages: number }) {
  const start = page * PER_SHEET
  const columns = Object.entries(orderLineShape)
  return (
    <div className="k-paper">
      <h1 className="k-paper-title">采购对账单</h1>
      <dl className="k-paper-head">
        {[...HEAD, ...SUMS].map((name) => (
          <div key={name} className="k-paper-fact">
            <dt>{buySummary.all[name].label}</dt>
            <dd>
              <FieldCell field={buySummary.all[name]} name={name} value={row[name]} row={row} />
            </dd>
          </div>
        ))}
      </dl>
      <table className="k-paper-lines">
        <thead>
          <tr>
            <th>序号</th>
            {columns.map(([name, field]) => (
              <th key={name}>{field.label}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {row.orders.slice(start, start + PER_SHEET).map((line, index) => (
            <tr key={line.orderSn}>
              <td>{start + index + 1}</td>
              {columns.map(([name, field]) => (
                <td key={name}>
                  <FieldCell field={field} name={name} value={Reflect.get(line, name)} row={line} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <div className="k-paper-signs">
        <span>制单：</span>
        <span>客户确认（盖章）：</span>
        <span>日期：</span>
      </div>
      <div className="k-paper-foot">
        打印时间 {formatTime(Math.floor(Date.now() / 1000), browserZone)}　第 {page + 1} / {pages} 页
      </div>
    </div>
  )
}

/** 对账单 of summaries: what was ordered, for the customer to sign. Catalog §6.6, §8.5. */
export default function BuySummaryPrint() {
  const [address] = useSearchParams()
  const ids = address.get('ids') ?? ''
  const { data, error, refetch } = useCall(
    buySummaryCalls.print,
    { ids },
    { quiet: true, enabled: ids !== '' },
  )
  if (ids === '') return <Empty text="请在列表中选择要打印的采购汇总" />
  return (
    <PrintPage
      title="打印对账单"
      error={error}
      onRetry={() => void refetch()}
      sheets={data?.flatMap((row) => sheetsOf(row))}
    />
  )
}
