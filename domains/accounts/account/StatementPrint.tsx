import { Space } from 'antd'
import { useParams, useSearchParams } from 'react-router'
import { FieldCell } from '#kit/fields/web.tsx'
import type { OutWireOf } from '#kit/shared/call.ts'
import { groupedAmount } from '#kit/shared/text.ts'
import { formatTime } from '#kit/shared/time.ts'
import { DateLimit } from '#kit/web/list/DateLimit.tsx'
import { PrintPage } from '#kit/web/print/PrintPage.tsx'
import { browserZone } from '#kit/web/time/zone.ts'
import { useCall } from '#kit/web/useCall.ts'
import { accountCalls as calls } from './account.calls.ts'
import { accountEntry } from './account.entity.ts'

type Statement = OutWireOf<typeof calls.statement>
type Entry = Statement['entries'][number]

const PER_SHEET = 26
const MONTH = 'month'

/** 打印对账单 of an account for a period. Orders §6.10, §9. */
export default function StatementPrint() {
  const { id } = useParams()
  const [address, setAddress] = useSearchParams()
  const dateLimit = address.get('dateLimit') ?? MONTH
  const { data, error, refetch } = useCall(
    calls.statement,
    { accountId: Number(id), dateLimit },
    { quiet: true, keep: true },
  )
  return (
    <PrintPage
      title={data === undefined ? '账户对账单' : `对账单 ${data.accountName}`}
      error={error}
      onRetry={() => void refetch()}
      sheets={data && sheetsOf(data)}
      buttons={
        <Space className="k-print-period">
          <DateLimit
            value={dateLimit}
            label="对账期间"
            onChange={(limit) =>
              setAddress(limit === '' || limit === 'all' ? {} : { dateLimit: limit }, { replace: true })
            }
          />
        </Space>
      }
    />
  )
}

function sheetsOf(statement: Statement) {
  const pages = Math.max(1, Math.ceil(statement.entries.length / PER_SHEET))
  return Array.from({ length: pages }, (_, page) => (
    <Sheet
      // biome-ignore lint/suspicious/noArrayIndexKey: the pages of a statement never change their order.
      key={page}
      statement={statement}
      rows={statement.entries.slice(page * PER_SHEET, (page + 1) * PER_SHEET)}
      page={page + 1}
      pages={pages}
    />
  ))
}

interface SheetProps {
  statement: Statement
  rows: readonly Entry[]
  page: number
  pages: number
}

function Sheet({ statement, rows, page, pages }: SheetProps) {
  const { transactionType } = accountEntry.shape
  const { accountNo, accountName, from, to, opening, inAmount, outAmount, closing, left } = statement
  return (
    <div className="k-paper">
      <h1 className="k-paper-title">账户对账单</h1>
      <p>
        账户 {accountNo} {accountName}　期间 {from} 至 {to}
      </p>
      <p>
        期初余额 {groupedAmount(opening)}　收入 {groupedAmount(inAmount)}　支出 {groupedAmount(outAmount)}　
        期末余额 {groupedAmount(closing)}
      </p>
      <table className="k-paper-lines">
        <thead>
          <tr>
            {['流水号', '时间', '交易类型', '收入', '支出', '余额', '关联单号', '标题'].map((title) => (
              <th key={title}>{title}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td>{row.entryNo}</td>
              <td>{formatTime(row.createTime, browserZone)}</td>
              <td>
                <FieldCell
                  field={transactionType}
                  name="transactionType"
                  value={row.transactionType}
                  row={row}
                />
              </td>
              <td className="k-number">{row.pm === 1 ? groupedAmount(row.amount) : ''}</td>
              <td className="k-number">{row.pm === 0 ? groupedAmount(row.amount) : ''}</td>
              <td className="k-number">{groupedAmount(row.balance)}</td>
              <td>{row.linkId}</td>
              <td>{row.title}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {page === pages && (left ?? 0) > 0 && <p>另有 {left} 笔未列出，请缩短期间或导出流水</p>}
      <div className="k-paper-signs">
        <span>制表：</span>
        <span>客户确认：</span>
      </div>
      <div className="k-paper-foot">
        打印时间 {formatTime(Math.floor(Date.now() / 1000), browserZone)}　第 {page} / {pages} 页
      </div>
    </div>
  )
}
