import { Code } from '#kit/web/print/Code.tsx'
import { PaperLines } from '#kit/web/print/PaperLines.tsx'
import { PrintSheets, WaitingSheet } from '#kit/web/print/PrintSheets.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { pickCalls as calls, pickLineRows } from './pick.calls.ts'

const COLUMNS = ['seq', 'sectionId', 'skuCode', 'storeName', 'suk', 'lotNo', 'expiryDate', 'qty'] as const
const MOST = 1000

/** 拣货单 on paper, in the order of walking. Warehouse §9. */
export default function PickPrint() {
  return <PrintSheets title="打印拣货单" Sheet={Sheet} printed={calls.print} />
}

function Sheet({ id }: { id: number }) {
  const { data: head } = useCall(calls.info, { id }, { quiet: true })
  const { data } = useCall(calls.lines, { pickListId: id, limit: MOST }, { quiet: true })
  if (head === undefined || data === undefined) return <WaitingSheet />
  return (
    <div className="k-paper">
      <h1 className="k-paper-title">拣货单</h1>
      <Code text={head.pickSn} kind="code128" height={12} />
      <p>
        {head.waveSn} · 任务数 {head.taskCount} · 总数量 {head.totalQty}
        {head.printCount > 0 && ` · 补打 ${head.printCount}`}
      </p>
      <PaperLines shape={pickLineRows} columns={COLUMNS} rows={data.list} blank="实拣" mark="□" />
      <div className="k-paper-signs">
        <span>拣货员：</span>
        <span>日期：</span>
      </div>
    </div>
  )
}
