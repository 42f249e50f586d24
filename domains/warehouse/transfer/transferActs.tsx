import LinesInput from '#kit/fields/lines/web.tsx'
import { lines, quantity } from '#kit/fields/shared.ts'
import type { Call, OutWireOf } from '#kit/shared/call.ts'
import type { Shape } from '#kit/shared/field.ts'
import { type Act, act } from '#kit/web/actions.tsx'
import type { InputProps, WireRow } from '#kit/web/fieldUi.ts'
import { openForm } from '#kit/web/form/FormModal.tsx'
import { rowsOf } from '#kit/web/lines/line.ts'
import { request } from '#kit/web/request.ts'
import { sectionCalls } from '../place/section.calls.ts'
import { SectionOfIn } from './sections.tsx'
import { transferCalls as calls, diffLine, receiveLine, shipLine } from './transfer.document.ts'
import { STATUS, transfer, transferLine } from './transfer.entity.ts'

const WIDTH = 1100
const TOUCHES = ['/admin/wms']
type Whole = OutWireOf<typeof calls.info>
type Line = Whole['lines'][number]

interface Waiting {
  readonly id: number
  readonly auditStatus: number
  readonly status: number
  readonly transferSn: string
  readonly inWarehouseId: number
  readonly blind: number
}

const { productName, skuCode, suk, unitName, lotNo } = transferLine
const seen = { ...{ productName, skuCode, suk, unitName }, lotNo: { ...lotNo, readOnly: true } }
const known = (label: string) => quantity(label, { readOnly: true, width: 90 })

const CELLS = { sectionId: SectionOfIn }
/** Lines of the transfer: each is there, none is added. */
const Fixed = (props: InputProps) => <LinesInput {...props} fixed inputs={CELLS} />
const INPUTS = { lines: { Input: Fixed } }

interface Facts<R> {
  label: string
  call: Call
  shape(row: R): Shape
  /** names of what is sent of a line */
  sent: readonly string[]
  closed(row: R): string | null
  /** what a line begins with; null: it is not in the dialog */
  begin(line: Line, whole: Whole): WireRow | null | Promise<WireRow | null>
  success: string
}

/** An act that says of every line how much. */
function linesAct<R extends Waiting>({ label, call, shape, sent, closed, begin, success }: Facts<R>): Act<R> {
  return act({
    label,
    permission: call,
    closed: (row) => (row.auditStatus === 1 ? closed(row) : '审核通过后才能操作'),
    async run(row) {
      const whole = await request(calls.info, { id: row.id })
      const begun: WireRow[] = []
      for (const [at, line] of whole.lines.entries()) {
        const first = await begin(line, whole)
        if (first !== null) begun.push({ ...line, ...first, lineNo: at + 1 })
      }
      await openForm({
        of: transfer,
        calls: { save: call },
        shape: { lines: lines('明细', shape(row), { max: 5000 }) },
        id: null,
        title: `${label} ${row.transferSn}`,
        width: WIDTH,
        initial: { lines: begun, inWarehouseId: row.inWarehouseId },
        inputs: INPUTS,
        // What names a line is no column that anybody fills in.
        complete: (_input, values) => ({
          id: row.id,
          lines: rowsOf(values.lines).map((line) =>
            Object.fromEntries(['lineNo', ...sent].map((name) => [name, line[name] ?? null])),
          ),
        }),
        success,
        touches: TOUCHES,
      })
    },
  })
}

/** 出库: what is sent of what was held; the rest is free again. Warehouse §4.7. */
export const shipAct = <R extends Waiting>(): Act<R> =>
  linesAct<R>({
    label: '出库',
    call: calls.ship,
    shape: () => ({ ...seen, planned: known('调拨数量'), qty: shipLine.qty }),
    sent: ['qty'],
    closed: (row) => (row.status === STATUS.waits ? null : '只有待出库的调拨单可以出库'),
    begin: (line) => ({ planned: line.qty, qty: line.qty }),
    success: '已出库',
  })

const isOnWay = (row: Waiting): boolean => row.status === STATUS.onWay || row.status === STATUS.partly

/** 收货: what came of what is on its way, into the first section that stores goods unless another is chosen. Warehouse §4.7. */
export const receiveAct = <R extends Waiting>(): Act<R> =>
  linesAct<R>({
    label: '收货',
    call: calls.receive,
    shape: ({ blind }) => ({
      ...seen,
      ...(blind === 1 ? {} : { openQty: known('在途') }),
      ...{ qty: receiveLine.qty, sectionId: receiveLine.sectionId },
    }),
    sent: ['qty', 'sectionId'],
    closed: (row) => (isOnWay(row) ? null : '没有在途商品'),
    async begin(line, { inWarehouseId, blind }) {
      // Where goods are received blind nobody is told how many are due before they say how many came.
      if (blind === 0 && line.openQty <= 0) return null
      const [first] = await request(sectionCalls.all, { warehouseId: inWarehouseId, limit: 1 })
      return { qty: blind === 1 ? null : line.openQty, sectionId: first?.value ?? null }
    },
    success: '已收货',
  })

/** 差异: what will not come any more, lost or sent back. Warehouse §4.7. */
export const diffAct = <R extends Waiting>(): Act<R> =>
  linesAct<R>({
    label: '差异',
    call: calls.diff,
    shape: () => ({
      ...seen,
      openQty: known('在途'),
      ...{ lostQty: diffLine.lostQty, returnedQty: diffLine.returnedQty, reason: diffLine.reason },
    }),
    sent: ['lostQty', 'returnedQty', 'reason'],
    closed: (row) => (!isOnWay(row) ? '没有在途商品' : row.blind === 1 ? '盲收的调拨单请先收货' : null),
    begin: (line) => (line.openQty > 0 ? { lostQty: null, returnedQty: null, reason: null } : null),
    success: '差异已处理',
  })
