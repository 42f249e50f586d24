import { useParams, useSearchParams } from 'react-router'
import type { WireRow } from '#kit/web/fieldUi.ts'
import { FormPage } from '#kit/web/form/FormPage.tsx'
import { appointmentRegister } from './appointmentRegister.entity.ts'
import { gateCalls as calls } from './gate.calls.ts'

const LIST = '/wts/appointmentRegister'
const GROUPS = [
  { title: '到货', fields: ['warehouseId', 'appointId', 'supplierId', 'purchaseSn', 'arriveTime', 'dockNo'] },
  { title: '车辆', fields: ['plateNo', 'driverName', 'driverPhone', 'sealNo', 'temperature'] },
  { title: '说明', fields: ['exception', 'photos', 'remark'] },
]
const isKnown = (values: WireRow): boolean => Number(values.id ?? 0) > 0
const isAppointed = (values: WireRow): boolean => Number(values.appointId ?? 0) > 0
const INPUTS = {
  warehouseId: { disabled: isKnown },
  appointId: { disabled: isKnown, help: '没有预约的到货请留空，并填写供应商' },
  supplierId: { disabled: isKnown, required: (values: WireRow) => !isAppointed(values) },
  purchaseSn: { disabled: isKnown, help: '采购启用后必填' },
  temperature: { help: '冷藏、冷冻商品必填' },
}
/** What an appointment says is not asked again. */
const hidden = (name: string, values: WireRow): boolean =>
  (name === 'supplierId' || name === 'purchaseSn') && isAppointed(values)
const TOUCHES = ['/admin/wts']
const GIVEN = ['warehouseId', 'appointId', 'dockNo'] as const
const TEXTS = ['plateNo', 'driverName', 'driverPhone'] as const

/** 新增预约登记, 编辑预约登记; an appointment brings along what it says of the vehicle. Warehouse §5.10. */
export default function GateForm() {
  const { id } = useParams()
  const [address] = useSearchParams()
  const initial = {
    arriveTime: Math.floor(Date.now() / 1000),
    ...Object.fromEntries(
      GIVEN.filter((name) => address.has(name)).map((name) => [name, Number(address.get(name))]),
    ),
    ...Object.fromEntries(TEXTS.map((name) => [name, address.get(name) ?? ''])),
  }
  return (
    <FormPage
      id={id === undefined ? null : Number(id)}
      of={appointmentRegister}
      calls={calls}
      groups={GROUPS}
      inputs={INPUTS}
      hidden={hidden}
      initial={initial}
      touches={TOUCHES}
      back={LIST}
    />
  )
}
