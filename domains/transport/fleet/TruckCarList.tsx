import { flag } from '#kit/fields/shared.ts'
import { fieldFilter, type RowSeen } from '#kit/web/list/columnsOf.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { Expiry } from './expiry.tsx'
import { truckCarMaster } from './fleet.calls.ts'
import { truckCar } from './truckCar.entity.ts'
import { ACTIONS } from './truckCarActs.tsx'

const READS = ['loadWeight', 'loadVolume', 'insuranceEnd', 'inspectionEnd', 'status', 'plateNo'] as const
type Row = RowSeen<typeof truckCarMaster.calls.list, typeof READS>

const FORM = '/truck/addTruckCar'
const SHOW = [
  ...['plateNo', 'truckModelId', 'ownership', 'defaultDriverId', 'loadWeight'],
  ...['insuranceEnd', 'inspectionEnd', 'mileage', 'status'],
]
const FILTERS = [fieldFilter('expiring', flag('证件即将到期'))]
const COLUMNS = {
  loadWeight: {
    title: '载重/容积',
    width: 110,
    render: (row: Row) => `${row.loadWeight ?? 0} kg / ${row.loadVolume ?? 0} m³`,
  },
  insuranceEnd: { render: (row: Row) => <Expiry day={row.insuranceEnd} /> },
  inspectionEnd: { render: (row: Row) => <Expiry day={row.inspectionEnd} /> },
}

/** 车辆管理. Warehouse §6. */
export default function TruckCarList() {
  return (
    <ListPage
      of={truckCar}
      calls={truckCarMaster.calls}
      reads={READS}
      show={SHOW}
      columns={COLUMNS}
      filters={FILTERS}
      actions={ACTIONS}
      dated=""
      importing
      empty="还没有车辆"
      pages={{
        create: FORM,
        edit: (row) => `${FORM}/${row.id}`,
        see: (row) => `/truck/infoTruckCar/${row.id}`,
      }}
    />
  )
}
