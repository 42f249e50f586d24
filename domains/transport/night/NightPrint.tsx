import { FieldCell } from '#kit/fields/web.tsx'
import { Code } from '#kit/web/print/Code.tsx'
import { PaperLines } from '#kit/web/print/PaperLines.tsx'
import { PrintSheets, WaitingSheet } from '#kit/web/print/PrintSheets.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { nightCalls as calls } from './night.calls.ts'
import { NIGHT, nightCount, nightCountLine } from './nightCount.entity.ts'

const HEAD = ['countDate', 'shift', 'warehouseId', 'tripCount', 'boxCount'] as const
const OPEN = ['plateNo', 'deliverySn', 'customer', 'boxNo', 'expected'] as const
const DONE = [...OPEN, 'counted', 'diff', 'reason', 'handling'] as const
const MOST = 1000

/** 夜盘单 on paper: what should be there, with room for what is. Warehouse §9. */
export default function NightPrint() {
  return <PrintSheets title="打印夜盘单" Sheet={Sheet} printed={calls.print} />
}

function Sheet({ id }: { id: number }) {
  const { data: head } = useCall(calls.info, { id }, { quiet: true })
  const { data } = useCall(calls.lines, { nightCountId: id, limit: MOST }, { quiet: true })
  if (head === undefined || data === undefined) return <WaitingSheet />
  const isDone = head.status === NIGHT.done
  return (
    <div className="k-paper">
      <h1 className="k-paper-title">夜盘单</h1>
      <Code text={head.nightSn} kind="code128" height={12} />
      <p>
        {HEAD.map((name) => (
          <span key={name}>
            {nightCount.shape[name].label}：
            <FieldCell field={nightCount.shape[name]} name={name} value={head[name]} row={head} />{' '}
          </span>
        ))}
        {(head.printCount ?? 0) > 0 && `补打 ${head.printCount}`}
      </p>
      <PaperLines
        shape={nightCountLine.shape}
        columns={isDone ? DONE : OPEN}
        rows={data.list}
        blank={isDone ? '签字' : '实点'}
      />
      <div className="k-paper-signs">
        {['清点人', '复核', '司机'].map((sign) => (
          <span key={sign}>{sign}：</span>
        ))}
      </div>
    </div>
  )
}
