import { useSearchParams } from 'react-router'
import { FieldCell } from '#kit/fields/web.tsx'
import type { OutWireOf } from '#kit/shared/call.ts'
import { formatTime } from '#kit/shared/time.ts'
import { PrintPage } from '#kit/web/print/PrintPage.tsx'
import { Empty } from '#kit/web/states/Empty.tsx'
import { browserZone } from '#kit/web/time/zone.ts'
import { useCall } from '#kit/web/useCall.ts'
import { period } from '../partnerList.tsx'
import { licenceCalls } from './licence.calls.ts'
import { licence } from './licence.entity.ts'

type Row = OutWireOf<typeof licenceCalls.print>[number]

const PER_SHEET = 24

/** 打印证照清单. Catalog §8.5. */
export default function LicencePrint() {
  const [address] = useSearchParams()
  const ids = address.get('ids') ?? ''
  const { data, error, refetch } = useCall(licenceCalls.print, { ids }, { quiet: true, enabled: ids !== '' })
  if (ids === '') return <Empty text="请在证照管理中选择要打印的证照" />
  return (
    <PrintPage
      title="打印证照清单"
      error={error}
      onRetry={() => void refetch()}
      sheets={data && sheetsOf(data)}
    />
  )
}

function sheetsOf(rows: readonly Row[]) {
  const pages = Math.max(1, Math.ceil(rows.length / PER_SHEET))
  return Array.from({ length: pages }, (_, page) => (
    <Sheet
      // biome-ignore lint/suspicious/noArrayIndexKey: the pages of a list never change their order.
      key={page}
      rows={rows.slice(page * PER_SHEET, (page + 1) * PER_SHEET)}
      start={page * PER_SHEET}
      page={page + 1}
      pages={pages}
    />
  ))
}

interface SheetProps {
  rows: readonly Row[]
  start: number
  page: number
  pages: number
}

function Sheet({ rows, start, page, pages }: SheetProps) {
  const { licenceType, validStatus } = licence.shape
  return (
    <div className="k-paper">
      <h1 className="k-paper-title">证照清单</h1>
      <table className="k-paper-lines">
        <thead>
          <tr>
            {['序号', '单位', '证照类型', '证照编号', '持证主体', '有效期', '有效状态'].map((title) => (
              <th key={title}>{title}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={row.id}>
              <td>{start + index + 1}</td>
              <td>{row.ownerName}</td>
              <td>
                <FieldCell field={licenceType} name="licenceType" value={row.licenceType} row={row} />
              </td>
              <td>{row.licenceNo}</td>
              <td>{row.holder}</td>
              <td>{period(row.startDate, row.endDate)}</td>
              <td>
                <FieldCell field={validStatus} name="validStatus" value={row.validStatus} row={row} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="k-paper-signs">
        <span>制表：</span>
        <span>核对：</span>
      </div>
      <div className="k-paper-foot">
        打印时间 {formatTime(Math.floor(Date.now() / 1000), browserZone)}　第 {page} / {pages} 页
      </div>
    </div>
  )
}
