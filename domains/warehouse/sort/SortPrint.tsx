import { useParams } from 'react-router'
import { FieldCell } from '#kit/fields/web.tsx'
import { Code } from '#kit/web/print/Code.tsx'
import { PrintPage } from '#kit/web/print/PrintPage.tsx'
import { usePrinted } from '#kit/web/print/usePrinted.ts'
import { useCall } from '#kit/web/useCall.ts'
import { sortCalls as calls, sortLineRows } from './sort.calls.ts'

const COLUMNS = ['slotNo', 'orderSubSn', 'customer', 'skuCode', 'storeName', 'suk', 'qty'] as const
const MOST = 1000

/** 分拣单 on paper: which slot gets what. Warehouse §9. */
export default function SortPrint() {
  const { idList = '' } = useParams()
  usePrinted(calls.print, idList)
  const ids = idList.split(',').filter((id) => /^\d+$/.test(id))
  return <PrintPage title="打印分拣单" sheets={ids.map((id) => <Sheet key={id} id={Number(id)} />)} />
}

function Sheet({ id }: { id: number }) {
  const { data: head } = useCall(calls.info, { id }, { quiet: true })
  const { data } = useCall(calls.lines, { sortOrderId: id, limit: MOST }, { quiet: true })
  if (head === undefined || data === undefined) return <div className="k-paper">正在读取…</div>
  return (
    <div className="k-paper">
      <h1 className="k-paper-title">分拣单</h1>
      <Code text={head.sortSn} kind="code128" height={12} />
      <table className="k-paper-lines">
        <thead>
          <tr>
            {COLUMNS.map((name) => (
              <th key={name}>{sortLineRows[name].label}</th>
            ))}
            <th>实分</th>
          </tr>
        </thead>
        <tbody>
          {data.list.map((line) => (
            <tr key={line.id}>
              {COLUMNS.map((name) => (
                <td key={name}>
                  <FieldCell field={sortLineRows[name]} name={name} value={line[name]} row={line} />
                </td>
              ))}
              <td>□</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
