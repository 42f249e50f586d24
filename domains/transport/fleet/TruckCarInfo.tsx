import { Button } from 'antd'
import { useParams } from 'react-router'
import type { OutWireOf } from '#kit/shared/call.ts'
import { type Act, act } from '#kit/web/actions.tsx'
import { InfoPage } from '#kit/web/info/InfoPage.tsx'
import type { InfoSection } from '#kit/web/info/InfoSections.tsx'
import { relatedPart } from '#kit/web/info/Related.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { Empty } from '#kit/web/states/Empty.tsx'
import { Expiry } from './expiry.tsx'
import { truckCarMaster, upkeepCalls } from './fleet.calls.ts'
import { truckCar } from './truckCar.entity.ts'
import { ACTIONS } from './truckCarActs.tsx'

const { calls } = truckCarMaster
type Car = OutWireOf<typeof calls.info>

const LIST = '/truck/truckCar'

const EDIT: Act<Car> = act({
  label: '编辑',
  permission: calls.update,
  run: ({ id }) => goTo(`/truck/addTruckCar/${id}`),
})

const SECTIONS: readonly InfoSection[] = [
  {
    title: '车辆',
    fields: [
      'truckModelId',
      'ownership',
      'logisticsProviderId',
      'defaultDriverId',
      'warehouseId',
      'createTime',
    ],
  },
  { title: '证件', fields: ['insuranceEnd', 'inspectionEnd', 'permitNo', 'permitEnd'] },
  { title: '车籍', fields: ['vin', 'engineNo', 'regDate', 'gpsNo', 'images'] },
]
const IF_ANY = { logisticsProviderId: ({ logisticsProviderId }: Car) => logisticsProviderId !== null }
const CELLS = {
  insuranceEnd: { cell: (row: Car) => <Expiry day={row.insuranceEnd} /> },
  inspectionEnd: { cell: (row: Car) => <Expiry day={row.inspectionEnd} /> },
  permitEnd: { cell: (row: Car) => <Expiry day={row.permitEnd} /> },
}

/** 车辆详情: the vehicle, its papers and what was spent on it. Warehouse §6. */
export default function TruckCarInfo() {
  const { id } = useParams()
  if (id === undefined)
    return (
      <Empty text="请在车辆列表中选择车辆">
        <Button onClick={() => goTo(LIST)}>车辆管理</Button>
      </Empty>
    )
  return (
    <InfoPage
      of={truckCar}
      call={calls.info}
      id={Number(id)}
      title={(row) => `车辆详情 ${row.plateNo}`}
      name={(row) => row.plateNo}
      states={(row) => [truckCar.shape.status.choices?.find((one) => one.value === row.status)]}
      actions={[EDIT, ...ACTIONS]}
      back={LIST}
      figures={(row) => [
        { label: '载重(kg)', value: row.loadWeight },
        { label: '容积(m³)', value: row.loadVolume },
        { label: '里程(km)', value: row.mileage },
      ]}
      sections={SECTIONS}
      cells={CELLS}
      ifAny={IF_ANY}
      parts={() =>
        relatedPart('upkeep', '维保记录', {
          call: upkeepCalls.list,
          of: { truckCarId: id },
          show: ['upkeepDate', 'type', 'mileage', 'fee', 'unit', 'note'],
          empty: '还没有维保记录，点击“登记维保”开始',
        })
      }
    />
  )
}
