import { useParams } from 'react-router'
import type { WireRow } from '#kit/web/fieldUi.ts'
import { FormPage } from '#kit/web/form/FormPage.tsx'
import { truckCarMaster } from './fleet.calls.ts'
import { carFaults, OUTSIDE } from './fleet.rules.ts'
import { truckCar } from './truckCar.entity.ts'

const GROUPS = [
  {
    title: '基本信息',
    fields: [
      'plateNo',
      'truckModelId',
      'ownership',
      'logisticsProviderId',
      'defaultDriverId',
      'warehouseId',
      'mileage',
    ],
  },
  { title: '证件', fields: ['insuranceEnd', 'inspectionEnd', 'permitNo', 'permitEnd'] },
  { title: '车籍', fields: ['vin', 'engineNo', 'regDate', 'gpsNo', 'images'] },
]
const INPUTS = { defaultDriverId: { help: '准驾车型须符合车型要求' } }

const hidden = (name: string, values: WireRow): boolean =>
  name === 'logisticsProviderId' && values.ownership !== OUTSIDE
const check = (values: WireRow) =>
  Object.fromEntries(carFaults(values).map(({ field, message }) => [field, message]))
const derive = (name: string, value: unknown) =>
  name === 'ownership' && value !== OUTSIDE ? { logisticsProviderId: null } : undefined

/** 新增车辆, 编辑车辆. Warehouse §6. */
export default function TruckCarForm() {
  const { id } = useParams()
  return (
    <FormPage
      id={id === undefined ? null : Number(id)}
      of={truckCar}
      calls={truckCarMaster.calls}
      groups={GROUPS}
      inputs={INPUTS}
      hidden={hidden}
      check={check}
      derive={derive}
      back="/truck/truckCar"
    />
  )
}
