import { useParams } from 'react-router'
import { FieldCell } from '#kit/fields/web.tsx'
import { Code } from '#kit/web/print/Code.tsx'
import { PrintPage } from '#kit/web/print/PrintPage.tsx'
import { usePrinted } from '#kit/web/print/usePrinted.ts'
import { useCall } from '#kit/web/useCall.ts'
import { pickCalls as calls, pickLineRows } from './pick.calls.ts'

const COLUMNS = ['sectionId', 'skuCode', 'storeName', 'suk', 'lotNo', 'expiryDate', 'qty'] as const
const MOST = 1000

/** 拣货单 on paper, in the order of walking. Warehouse §9. */
export default function PickPrint() {
  const { idList = '' } = useParams()
  usePrinted(calls.print, idList)
  const ids = idList.split(',').filter((id) => /^\d+$/.test(id))
  return <PrintPage title="打印拣货单" sheets={ids.map((id) => <Sheet key={id} id={Number(id)} />)} />
}

function Sheet({ id }: { id: number }) {
  const { data: head } = useCall(calls.info, { id }, { quiet: true })
  const { data } = useCall(calls.lines, { pickListId: id, limit: MOST }, { quiet: true })
  if (head === undefined || data === undefined) return <div className="k-paper">正在读取…</div>
  return (
    <div className="k-paper">
      <h1 className="k-paper-title">拣货单</h1>
      <Code text={head.pickSn} kind="code128" height={12} />
      <p>
        {head.waveSn} · 任务数 {head.taskCount} · 总数量 {head.totalQty}
        {head.printCount > 0 && ` · 补打 ${head.printCount}`}
      </p>
      <table className="k-paper-lines">
        <thead>
          <tr>
            <th>序</th>
            {COLUMNS.map((name) => (
              <th key={name}>{pickLineRows[name].label}</th>
            ))}
            <th>实拣</th>
          </tr>
        </thead>
        <tbody>
          {data.list.map((line) => (
            <tr key={line.id}>
              <td>{line.seq}</td>
              {COLUMNS.map((name) => (
                <td key={name}>
                  <FieldCell field={pickLineRows[name]} name={name} value={line[name]} row={line} />
                </td>
              ))}
              <td>□</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="k-paper-signs">
        <span>拣货员：</span>
        <span>日期：</span>
      </div>
    </div>
  )
}
