import { Code } from '#kit/web/print/Code.tsx'
import { PaperLines } from '#kit/web/print/PaperLines.tsx'
import { PrintSheets, WaitingSheet } from '#kit/web/print/PrintSheets.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { sortCalls as calls, sortLineRows } from './sort.calls.ts'

const COLUMNS = ['slotNo', 'orderSubSn', 'customer', 'skuCode', 'storeName', 'suk', 'qty'] as const
const MOST = 1000

/** 分拣单 on paper: which slot gets what. Warehouse §9. */
export default function SortPrint() {
  return <PrintSheets title="打印分拣单" Sheet={Sheet} printed={calls.print} />
}

function Sheet({ id }: { id: number }) {
  const { data: head } = useCall(calls.info, { id }, { quiet: true })
  const { data } = useCall(calls.lines, { sortOrderId: id, limit: MOST }, { quiet: true })
  if (head === undefined || data === undefined) return <WaitingSheet />
  return (
    <div className="k-paper">
      <h1 className="k-paper-title">分拣单</h1>
      <Code text={head.sortSn} kind="code128" height={12} />
      <PaperLines shape={sortLineRows} columns={COLUMNS} rows={data.list} blank="实分" mark="□" />
    </div>
  )
}
