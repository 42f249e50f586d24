import { useParams } from 'react-router'
import { FieldCell } from '#kit/fields/web.tsx'
import { PrintPage } from '#kit/web/print/PrintPage.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { countCalls as calls, countLineRows } from './count.document.ts'

const PER_SHEET = 26
const MOST = 1000
const COLUMNS = ['sectionId', 'storeName', 'skuCode', 'suk', 'lotNo', 'expiryDate', 'bookQty'] as const

/** 盘点表 on paper: the book only for who may see it, the figures to be written by hand. Warehouse §9. */
export default function CountPrint() {
  const id = Number(useParams().id)
  const head = useCall(calls.info, { id }, { quiet: true })
  const { data, error, refetch } = useCall(calls.lines, { countId: id, limit: MOST }, { quiet: true })
  const sheet = head.data
  const list = data?.list ?? []
  const columns = COLUMNS.filter((name) => name !== 'bookQty' || list.some((line) => line.bookQty !== null))
  const pages = Math.max(1, Math.ceil(list.length / PER_SHEET))
  return (
    <PrintPage
      title="打印盘点表"
      error={error ?? head.error}
      onRetry={() => void refetch()}
      sheets={
        data === undefined || sheet === undefined
          ? undefined
          : Array.from({ length: pages }, (_, page) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the pages of a sheet never change their order.
              <div className="k-paper" key={page}>
                <h1 className="k-paper-title">盘点表</h1>
                <p>
                  {sheet.countSn} · {sheet.period} · 第 {page + 1} / {pages} 页
                </p>
                <table className="k-paper-lines">
                  <thead>
                    <tr>
                      <th>序</th>
                      {columns.map((name) => (
                        <th key={name}>{countLineRows[name].label}</th>
                      ))}
                      <th>初盘</th>
                      <th>复盘</th>
                    </tr>
                  </thead>
                  <tbody>
                    {list.slice(page * PER_SHEET, (page + 1) * PER_SHEET).map((line) => (
                      <tr key={line.id}>
                        <td>{line.seq}</td>
                        {columns.map((name) => (
                          <td key={name}>
                            <FieldCell
                              field={countLineRows[name]}
                              name={name}
                              value={line[name]}
                              row={line}
                            />
                          </td>
                        ))}
                        <td />
                        <td />
                      </tr>
                    ))}
                  </tbody>
                </table>
                <div className="k-paper-signs">
                  {['盘点人', '监盘人'].map((sign) => (
                    <span key={sign}>{sign}：</span>
                  ))}
                </div>
              </div>
            ))
      }
    />
  )
}
