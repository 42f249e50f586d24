import LinesInput from '#kit/fields/lines/web.tsx'
import { images, lines, quantity, text } from '#kit/fields/shared.ts'
import { type Act, act, callAct } from '#kit/web/actions.tsx'
import { ask } from '#kit/web/ask.tsx'
import type { InputProps } from '#kit/web/fieldUi.ts'
import { openForm } from '#kit/web/form/FormModal.tsx'
import { sentLines } from '#kit/web/form/sentLines.ts'
import { goTo } from '#kit/web/navigate.ts'
import { request } from '#kit/web/request.ts'
import { change } from '#kit/web/useCall.ts'
import { PICKUP } from '../ship/shipTask.entity.ts'
import { deliveryCalls as calls, deliveryLineRows, rejectedLine } from './delivery.calls.ts'
import { DELIVERY, wtsDelivery } from './wtsDelivery.entity.ts'

/** What the acts look at. */
export const DELIVERY_READS = ['deliverySn', 'status', 'logisticsMode', 'receiptBack', 'contact'] as const

interface Row {
  readonly id: number
  readonly deliverySn: string
  readonly status: number
  readonly logisticsMode: number
  readonly receiptBack: number
  readonly contact: string
}

const TOUCHES = ['/admin/wts', '/admin/wms']
const isSigned = ({ status }: Row): boolean =>
  status === DELIVERY.signed || status === DELIVERY.partly || status === DELIVERY.refused

const { storeName, suk, lotNo, qty } = deliveryLineRows
const SIGN_LINES = {
  ...{ storeName, suk, lotNo, qty },
  rejectQty: quantity('拒收数量', { width: 100 }),
  rejectReason: rejectedLine.rejectReason,
}
const Fixed = (props: InputProps) => <LinesInput {...props} fixed />
const SIGN_INPUTS = { lines: { Input: Fixed, help: '没有拒收的不用填写' } }

/** 签收: who took it, and what was not taken. Warehouse §5.4. */
async function openSign(row: Row): Promise<void> {
  const { list } = await request(calls.lines, { deliveryId: row.id, limit: 500 })
  await openForm({
    of: wtsDelivery,
    calls: { save: calls.sign },
    id: null,
    title: `签收 ${row.deliverySn}`,
    width: 860,
    shape: {
      signer: text('签收人', { max: 20, required: true }),
      location: text('签收位置', { max: 100 }),
      photos: images('签收照片', { max: 5 }),
      lines: lines('拒收明细', SIGN_LINES, { max: 500 }),
    },
    groups: [{ fields: ['signer', 'location', 'photos', 'lines'] }],
    initial: {
      signer: row.contact,
      lines: list.map((line) => ({ ...line, rejectQty: null, rejectReason: null })),
    },
    inputs: SIGN_INPUTS,
    complete: (input, values) => ({
      ...input,
      id: row.id,
      lines: sentLines(values.lines, ({ id, rejectQty, rejectReason }) =>
        Number(rejectQty ?? 0) > 0 ? { lineId: id, rejectQty, rejectReason: rejectReason ?? null } : null,
      ),
    }),
    success: '已签收',
    touches: TOUCHES,
  })
}

/** What is done with a delivery. Warehouse §5.4. */
export const DELIVERY_ACTS: readonly Act<Row>[] = [
  act({
    label: '自提核销',
    permission: calls.pickup,
    when: ({ logisticsMode }) => logisticsMode === PICKUP,
    closed: ({ status }) => (status === DELIVERY.waits ? null : '已提货或已安排'),
    async run({ id }) {
      const code = await ask({ title: '请输入客户出示的提货码', max: 8 })
      if (code !== null) await change(calls.pickup, { id, code }, { success: '已核销', touches: TOUCHES })
    },
  }),
  act({
    label: '签收',
    permission: calls.sign,
    closed: (row) => (row.status === DELIVERY.onWay ? null : isSigned(row) ? '已签收' : '发车后才能签收'),
    run: openSign,
  }),
  callAct(calls.unload, {
    label: '卸车',
    closed: ({ status }: Row) => (status === DELIVERY.loaded ? null : '没有装车'),
    prompt: ({ deliverySn }: Row) => `把 ${deliverySn} 从车上卸下？`,
    input: ({ id }: Row) => ({ id }),
    success: '已卸下',
    touches: TOUCHES,
  }),
  callAct(calls.receiptBack, {
    label: '收回回单',
    closed: (row: Row) =>
      row.receiptBack === 1 ? '回单已收回' : isSigned(row) ? null : '签收后才能收回回单',
    input: ({ id }: Row) => ({ ids: String(id) }),
    success: '回单已收回',
    touches: TOUCHES,
  }),
  act({ label: '打印', permission: calls.print, run: ({ id }) => goTo(`/wts/deliveryOrder/print/${id}`) }),
  act({ label: '箱标', permission: calls.print, run: ({ id }) => goTo(`/wts/deliveryOrder/label/${id}`) }),
  callAct(calls.cancel, {
    label: '取消',
    danger: true,
    closed: ({ status }: Row) => (status === DELIVERY.waits ? null : '已安排的配送单请先移出派车单'),
    prompt: ({ deliverySn }: Row) => `取消 ${deliverySn}？任务需要重新复核。`,
    input: ({ id }: Row) => ({ id }),
    success: '已取消',
    touches: TOUCHES,
  }),
]
