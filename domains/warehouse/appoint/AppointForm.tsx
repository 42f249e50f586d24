import { useParams, useSearchParams } from 'react-router'
import { FieldInput } from '#kit/fields/web.tsx'
import { movedDay, today } from '#kit/shared/time.ts'
import { type InputProps, textOf, type WireRow } from '#kit/web/fieldUi.ts'
import { useFormDraft } from '#kit/web/form/draft.ts'
import { FormPage } from '#kit/web/form/FormPage.tsx'
import { request } from '#kit/web/request.ts'
import { toastError } from '#kit/web/toast.ts'
import { useCall } from '#kit/web/useCall.ts'
import { GoodsLines, PASTING, pickedSkus } from '../document/goodsInputs.tsx'
import { appointCalls as calls } from './appoint.calls.ts'
import { purchaseAppointment } from './purchaseAppointment.entity.ts'
import { SlotInput } from './SlotInput.tsx'

const LIST = '/wts/purchaseAppointment'
const GROUPS = [
  {
    title: '预约',
    fields: [
      'warehouseId',
      'supplierId',
      'purchaseSns',
      'arriveDate',
      'slotStart',
      'dockNo',
      'boxes',
      'pallets',
    ],
  },
  { title: '明细', fields: ['lines'] },
  { title: '车辆', fields: ['plateNo', 'driverName', 'driverPhone', 'contact'] },
  { title: '说明', fields: ['remark'] },
]

/** Purchase orders; while there are none in the house, it says what to do instead. */
function PurchaseInput(props: InputProps) {
  const { data } = useCall(calls.openLines, { purchaseSns: '' }, { quiet: true })
  return (
    <>
      <FieldInput {...props} />
      {data?.ready === 0 && <div className="k-hint">采购尚未启用，请留空并在明细中选择预计到货的商品</div>}
    </>
  )
}

/** What of the orders named has not come yet. */
async function openLines(draft: WireRow): Promise<readonly WireRow[] | null> {
  const purchaseSns = Array.isArray(draft.purchaseSns)
    ? draft.purchaseSns.join(',')
    : textOf(draft.purchaseSns)
  const supplierId = Number(draft.supplierId ?? 0)
  if (purchaseSns === '' || supplierId === 0) {
    toastError('请先选择供应商并输入采购单')
    return null
  }
  const { ready, lines } = await request(calls.openLines, {
    purchaseSns,
    supplierId,
    id: Number(draft.id ?? 0),
  })
  if (lines.length > 0) return lines
  toastError(ready === 1 ? '采购单没有未到的商品' : '采购尚未启用，请选择商品')
  return null
}

function GoodsInput(props: InputProps) {
  const draft = useFormDraft()
  const more = [{ label: '带出采购未到', pick: () => openLines(draft) }, PASTING]
  return <GoodsLines {...props} pick={pickedSkus} more={more} />
}

const INPUTS = {
  purchaseSns: { Input: PurchaseInput, placeholder: '采购单号，可输入多个' },
  arriveDate: { help: '最早为明天' },
  slotStart: { Input: SlotInput },
  lines: { Input: GoodsInput },
}
const TOUCHES = ['/admin/wts']
/** A slot belongs to its warehouse and day. */
const derive = (name: string) =>
  name === 'warehouseId' || name === 'arriveDate' ? { slotStart: '', dockNo: null } : undefined

/** 新增采购预约, 编辑采购预约. Warehouse §5.10. */
export default function AppointForm() {
  const { id } = useParams()
  const [address] = useSearchParams()
  const warehouseId = Number(address.get('warehouseId') ?? 0)
  const initial = {
    arriveDate: address.get('date') ?? movedDay(today(), 1),
    ...(warehouseId > 0 ? { warehouseId } : {}),
    ...(address.has('slot') ? { slotStart: address.get('slot'), dockNo: Number(address.get('dock')) } : {}),
  }
  return (
    <FormPage
      id={id === undefined ? null : Number(id)}
      of={purchaseAppointment}
      calls={calls}
      groups={GROUPS}
      inputs={INPUTS}
      derive={derive}
      initial={initial}
      touches={TOUCHES}
      back={LIST}
    />
  )
}
