import LinesInput from '#kit/fields/lines/web.tsx'
import { int, lines } from '#kit/fields/shared.ts'
import type { OutWireOf } from '#kit/shared/call.ts'
import { type Act, act, callAct } from '#kit/web/actions.tsx'
import type { InputProps } from '#kit/web/fieldUi.ts'
import { openForm } from '#kit/web/form/FormModal.tsx'
import { sentLines } from '#kit/web/form/sentLines.ts'
import { goTo } from '#kit/web/navigate.ts'
import { openPicker, type PickerFacts } from '#kit/web/picker/PickerModal.tsx'
import { request } from '#kit/web/request.ts'
import { attachSheet, paperBack, SHEET } from './attachSheet.entity.ts'
import { papersCalls as calls } from './papers.calls.ts'

/** What the acts look at. */
export const SHEET_READS = ['attachSn', 'status', 'openCount', 'sentTime'] as const

interface Row {
  readonly id: number
  readonly attachSn: string
  readonly status: number
}

const TOUCHES = ['/admin/wts']
const { deliveryId: _deliveryId, ...SHAPE } = calls.save.shape
const GROUPS = [{ fields: ['lines', 'remark'] }]

type Waiting = OutWireOf<typeof calls.waiting>['list'][number]
const WAITING: PickerFacts<Waiting> = {
  title: '选择配送单',
  width: 960,
  call: calls.waiting,
  columns: ['deliverySn', 'customer', 'address', 'boxCount'],
  searched: '配送单号、子订单号',
  empty: '请选择配送单',
  made: { title: '配送单', page: '/wts/deliveryOrder' },
  label: (row) => `${row.deliverySn} ${row.customer}`,
}

/** 新增附表: of a delivery that has not left; its receipt and the reports of its lots are proposed. Warehouse §5.6. */
export async function addSheet(): Promise<number | null> {
  const picked = await openPicker(WAITING, {})
  const [delivery] = picked ?? []
  if (delivery === undefined) return null
  const proposed = await request(calls.propose, { deliveryId: delivery.id })
  return openForm({
    of: attachSheet,
    calls: { save: calls.save },
    id: null,
    title: `新增附表 ${delivery.deliverySn}`,
    width: 960,
    shape: SHAPE,
    groups: GROUPS,
    initial: { lines: proposed },
    complete: (input) => ({ ...input, deliveryId: delivery.id }),
    touches: TOUCHES,
  })
}

const { type, name, copies, backQty } = paperBack
const BACK = { type, name, copies, backQty, qty: int('本次回收', { min: 0, width: 100 }) }
const Fixed = (props: InputProps) => <LinesInput {...props} fixed />

async function openBack({ id, attachSn }: Row): Promise<void> {
  const sheet = await request(calls.info, { id })
  await openForm({
    of: attachSheet,
    calls: { save: calls.back },
    id: null,
    title: `登记回收 ${attachSn}`,
    width: 780,
    shape: { lines: lines('回收明细', BACK, { max: 100 }) },
    groups: [{ fields: ['lines'] }],
    initial: {
      lines: sheet.lines
        .map((line, at) => ({ ...line, id: at + 1, qty: null }))
        .filter((line) => line.needBack === 1 && (line.backQty ?? 0) < (line.copies ?? 0)),
    },
    inputs: { lines: { Input: Fixed, help: '填写本次收回的份数' } },
    complete: (_input, values) => ({
      id,
      lines: sentLines(values.lines, ({ id: lineNo, qty }) =>
        Number(qty ?? 0) > 0 ? { lineNo, qty } : null,
      ),
    }),
    success: '已登记回收',
    touches: TOUCHES,
  })
}

const waits = ({ status }: Row): string | null => (status === SHEET.waits ? null : '已随车')

/** What is done with a sheet. Warehouse §5.6. */
export const SHEET_ACTS: readonly Act<Row>[] = [
  act({
    label: '登记回收',
    permission: calls.back,
    primary: true,
    closed: ({ status }: Row) =>
      status === SHEET.waits ? '随车后才能回收' : status === SHEET.settled ? '已结清' : null,
    run: openBack,
  }),
  act({
    label: '编辑',
    permission: calls.update,
    closed: waits,
    run: ({ id, attachSn }: Row) =>
      openForm({
        of: attachSheet,
        calls: { info: calls.info, save: calls.save, update: calls.update },
        id,
        title: `编辑附表 ${attachSn}`,
        width: 960,
        shape: SHAPE,
        groups: GROUPS,
        touches: TOUCHES,
      }),
  }),
  act({
    label: '打印',
    permission: calls.print,
    run: ({ id }: Row) => goTo(`/wts/attachmentSheet/print/${id}`),
  }),
  callAct(calls.remove, {
    label: '删除',
    danger: true,
    closed: waits,
    prompt: ({ attachSn }: Row) => `删除 ${attachSn}？`,
    input: ({ id }: Row) => ({ id: String(id) }),
    success: '已删除',
    touches: TOUCHES,
  }),
]
