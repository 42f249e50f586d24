import LinesInput from '#kit/fields/lines/web.tsx'
import { lines, quantity } from '#kit/fields/shared.ts'
import type { OutWireOf } from '#kit/shared/call.ts'
import type { InputProps } from '#kit/web/fieldUi.ts'
import { openForm } from '#kit/web/form/FormModal.tsx'
import { sentLines } from '#kit/web/form/sentLines.ts'
import { request } from '#kit/web/request.ts'
import { boxGoods, nightCalls as calls } from './night.calls.ts'
import { NIGHT_TOUCHES } from './nightActs.tsx'
import { HANDLING, nightCountLine } from './nightCount.entity.ts'

type Line = OutWireOf<typeof calls.lines>['list'][number]

const { name, lotNo, qty: inDelivery } = boxGoods
const GOODS = { name, lotNo, inDelivery, qty: quantity('缺少数量', { width: 110 }) }
const Fixed = (props: InputProps) => <LinesInput {...props} fixed />
const INPUTS = {
  handling: { help: '补货生成加急拣货单；减单退回子订单待发数量；换货、更正不改配送单' },
  lines: { Input: Fixed, help: '补货和减单时填写箱里缺少的商品' },
}
const { lines: _lines, lineId: _lineId, ...HANDLED } = calls.handle.shape
/** 漏装 */
const LEFT = 1

/** 处理差异: what becomes of a box that is missing, damaged or too many. Warehouse §5.6. */
export async function openHandle(line: Line): Promise<void> {
  const { list } = await request(calls.goods, { lineId: line.id, limit: 500 })
  await openForm({
    of: nightCountLine,
    calls: { save: calls.handle },
    id: null,
    title: `处理差异 ${line.deliverySn} 第${line.boxNo}箱`,
    width: 780,
    shape: { ...HANDLED, lines: lines('缺少的商品', GOODS, { max: 500 }) },
    groups: [{ fields: ['reason', 'handling', 'handleNote', 'lines'] }],
    initial: {
      reason: line.reason ?? LEFT,
      lines: list.map(({ qty, ...one }) => ({ ...one, inDelivery: qty, qty: null })),
    },
    inputs: INPUTS,
    complete: (input, values) => ({
      ...input,
      lineId: line.id,
      lines:
        input.handling === HANDLING.refetch || input.handling === HANDLING.lower
          ? sentLines(values.lines, ({ id, qty }) => (Number(qty ?? 0) > 0 ? { lineId: id, qty } : null))
          : [],
    }),
    success: '差异已处理',
    touches: NIGHT_TOUCHES,
  })
}
