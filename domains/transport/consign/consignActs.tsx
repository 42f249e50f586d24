import { datetime, text } from '#kit/fields/shared.ts'
import { type Act, act, callAct } from '#kit/web/actions.tsx'
import { ask } from '#kit/web/ask.tsx'
import { openForm } from '#kit/web/form/FormModal.tsx'
import { change } from '#kit/web/useCall.ts'
import { consignCalls as calls } from './consign.calls.ts'
import { CONSIGN, consignmentNote, trackLine } from './consignmentNote.entity.ts'
import { DeliveriesInput } from './DeliveriesInput.tsx'

/** What the acts look at. */
export const CONSIGN_READS = ['consignSn', 'status', 'waybillNo', 'consignee'] as const

interface Row {
  readonly id: number
  readonly consignSn: string
  readonly status: number
  readonly waybillNo: string
  readonly consignee: string
}

const TOUCHES = ['/admin/wts', '/admin/wms']
const GROUPS = [
  {
    title: '托运',
    fields: [
      ...[
        'warehouseId',
        'deliveryIds',
        'logisticsProviderId',
        'toCityId',
        'waybillNo',
        'goodsName',
        'payMethod',
      ],
      ...['planPickTime', 'planArriveDate', 'receiptNeed'],
    ],
  },
  {
    title: '运费',
    fields: [
      ...[
        'volumeFactor',
        'baseFreight',
        'deliveryFee',
        'declaredValue',
        'insuranceRate',
        'freight',
        'freightReason',
      ],
      'remark',
    ],
  },
]
const INPUTS = {
  deliveryIds: { Input: DeliveriesInput, help: '一张托运单只能有一个收货地址' },
  freight: { help: '留空按基本运费、送货费和保价费合计' },
  waybillNo: { help: '交运前填写' },
}

/** 新增托运单, 编辑托运单. Warehouse §5.7. */
export const openConsign = (id: number | null): Promise<number | null> =>
  openForm({
    of: consignmentNote,
    calls: { info: calls.info, save: calls.save, update: calls.update },
    id,
    title: id === null ? '新增托运单' : '编辑托运单',
    width: 720,
    shape: id === null ? calls.save.shape : calls.update.shape,
    groups: GROUPS,
    inputs: INPUTS,
    touches: TOUCHES,
  })

const isOnWay = ({ status }: Row): boolean => status === CONSIGN.onWay || status === CONSIGN.trouble
const onWay = (row: Row): string | null => (isOnWay(row) ? null : '交运后、签收前才能操作')
const waits = ({ status }: Row): string | null => (status === CONSIGN.waits ? null : '已交运或已取消')

/** What is done with a consignment note. Warehouse §5.7. */
export const CONSIGN_ACTS: readonly Act<Row>[] = [
  callAct(calls.dispatch, {
    label: '交运',
    primary: true,
    closed: waits,
    off: ({ waybillNo }: Row) => (waybillNo === '' ? '请先编辑并填写运单号' : null),
    prompt: ({ consignSn }: Row) => `交运 ${consignSn}？全部配送单一起出库，不能撤回。`,
    input: ({ id }: Row) => ({ id }),
    success: '已交运',
    touches: TOUCHES,
  }),
  act({
    label: '登记跟踪',
    permission: calls.track,
    closed: onWay,
    run: ({ id, consignSn }) =>
      openForm({
        of: consignmentNote,
        calls: { save: calls.track },
        id: null,
        title: `登记跟踪 ${consignSn}`,
        width: 560,
        shape: {
          time: datetime('时间', { required: true }),
          place: text('地点', { max: 100 }),
          text: trackLine.text,
        },
        initial: { time: Math.floor(Date.now() / 1000) },
        complete: (input) => ({ id, tracks: [input] }),
        success: '已登记',
        touches: TOUCHES,
      }),
  }),
  act({
    label: '登记到货',
    permission: calls.sign,
    closed: onWay,
    async run({ id, consignee }) {
      const signer = await ask({ title: '签收人', initial: consignee.slice(0, 20), max: 20 })
      if (signer !== null) await change(calls.sign, { id, signer }, { success: '已签收', touches: TOUCHES })
    },
  }),
  callAct(calls.exception, {
    label: '登记异常',
    closed: ({ status }: Row) => (status === CONSIGN.onWay ? null : '运输中才能登记异常'),
    reason: '异常说明',
    input: ({ id }: Row, reason: string) => ({ id, reason }),
    success: '已登记异常',
    touches: TOUCHES,
  }),
  act({ label: '编辑', permission: calls.update, closed: waits, run: ({ id }) => openConsign(id) }),
  callAct(calls.cancel, {
    label: '取消',
    danger: true,
    closed: waits,
    prompt: ({ consignSn }: Row) => `取消 ${consignSn}？配送单回到待安排。`,
    input: ({ id }: Row) => ({ id }),
    success: '已取消',
    touches: TOUCHES,
  }),
]
