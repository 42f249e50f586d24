import { useParams } from 'react-router'
import { PaperLines } from '#kit/web/print/PaperLines.tsx'
import { PrintPage } from '#kit/web/print/PrintPage.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { dailyStockCalls as calls, dailyLineRows } from './sapDailyFullStock.calls.ts'

const LANDSCAPE = { width: 297, height: 210, margin: 8 }
const MOST = 1000
const PER_SHEET = 24
const COLUMNS = [
  ...(['sapCode', 'productName', 'charg', 'labst', 'ownLabst', 'umlme', 'ownUmlme', 'insme'] as const),
  ...(['ownInsme', 'speme', 'ownSpeme', 'diffQty', 'lagSn'] as const),
]

/** SAP库存差异 on paper: what differs, real differences first. Warehouse §9. */
export default function DailyStockPrint() {
  const id = Number(useParams().id)
  const head = useCall(calls.info, { id }, { quiet: true })
  const lines = useCall(calls.lines, { fullStockId: id, differing: 1, limit: MOST }, { quiet: true })
  const list = lines.data?.list ?? []
  const pages = Math.max(1, Math.ceil(list.length / PER_SHEET))
  const of = head.data
  return (
    <PrintPage
      title="打印SAP库存差异"
      paper={LANDSCAPE}
      error={head.error ?? lines.error}
      onRetry={() => void lines.refetch()}
      sheets={
        of === undefined || lines.data === undefined
          ? undefined
          : Array.from({ length: pages }, (_, page) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the pages never change their order.
              <div className="k-paper" key={page}>
                <h1 className="k-paper-title">SAP库存差异</h1>
                <p>
                  {of.stockDate} · 工厂/地点 {of.sapPlant}/{of.sapStorageLocation} · 差异 {of.diffLines}{' '}
                  行，数量 {of.diffQty} · 第 {page + 1} / {pages} 页
                </p>
                <PaperLines
                  shape={dailyLineRows}
                  columns={COLUMNS}
                  rows={list.slice(page * PER_SHEET, (page + 1) * PER_SHEET)}
                />
                <div className="k-paper-signs">
                  {['制表', '仓管', '财务'].map((sign) => (
                    <span key={sign}>{sign}：</span>
                  ))}
                </div>
              </div>
            ))
      }
    />
  )
}
