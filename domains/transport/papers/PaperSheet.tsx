import { FieldCell } from '#kit/fields/web.tsx'
import { Code } from '#kit/web/print/Code.tsx'
import { PaperLines } from '#kit/web/print/PaperLines.tsx'
import { WaitingSheet } from '#kit/web/print/PrintSheets.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { attachSheet, paperBack } from './attachSheet.entity.ts'
import { papersCalls as calls } from './papers.calls.ts'

const HEAD = ['carrySn', 'deliverySn', 'customer', 'bizDate'] as const
const COLUMNS = ['at', 'type', 'name', 'no', 'copies', 'needBack', 'backQty'] as const
const SHAPE = { at: { ...paperBack.copies, label: '序' }, ...paperBack }

/** 附表 on paper: what goes along, and what the driver brings back. Warehouse §9. */
export function PaperSheet({ id }: { id: number }) {
  const { data: head } = useCall(calls.info, { id }, { quiet: true })
  if (head === undefined) return <WaitingSheet />
  return (
    <div className="k-paper">
      <h1 className="k-paper-title">附表</h1>
      <Code text={head.attachSn} kind="code128" height={12} />
      <p>
        {HEAD.map((name) => (
          <span key={name}>
            {attachSheet.shape[name].label}：
            <FieldCell field={attachSheet.shape[name]} name={name} value={head[name]} row={head} />{' '}
          </span>
        ))}
        {head.printCount > 0 && `补打 ${head.printCount}`}
      </p>
      <PaperLines
        shape={SHAPE}
        columns={COLUMNS}
        rows={head.lines.map((line, at) => ({ ...line, at: at + 1 }))}
        keyed="at"
        blank="客户签收"
      />
      <div className="k-paper-signs">
        {['仓管', '司机', '回收人'].map((sign) => (
          <span key={sign}>{sign}：</span>
        ))}
      </div>
    </div>
  )
}
