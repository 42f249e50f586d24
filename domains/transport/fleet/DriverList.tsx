import { flag } from '#kit/fields/shared.ts'
import { fieldFilter, type RowSeen, StatusSwitch } from '#kit/web/list/columnsOf.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { driver } from './driver.entity.ts'
import { Expiry } from './expiry.tsx'
import { driverMaster } from './fleet.calls.ts'

const READS = ['licenceEnd', 'certEnd'] as const
type Row = RowSeen<typeof driverMaster.calls.list, typeof READS>

const FORM = '/truck/addDriver'
const SHOW = ['name', 'phone', 'ownership', 'licenceType', 'licenceEnd', 'certEnd', 'carCount', 'status']
const FILTERS = [fieldFilter('expiring', flag('证件即将到期'))]
const OFF = '改为离职后不能再派车，确定吗？'
const COLUMNS = {
  licenceEnd: { render: (row: Row) => <Expiry day={row.licenceEnd} /> },
  certEnd: { render: (row: Row) => <Expiry day={row.certEnd} /> },
  status: {
    render: (row: Row) => (
      <StatusSwitch field={driver.shape.status} row={row} call={driverMaster.calls.status} prompt={OFF} />
    ),
  },
}

/** 司机管理. Warehouse §6. */
export default function DriverList() {
  return (
    <ListPage
      of={driver}
      calls={driverMaster.calls}
      reads={READS}
      show={SHOW}
      columns={COLUMNS}
      filters={FILTERS}
      dated=""
      importing
      empty="还没有司机"
      pages={{ create: FORM, edit: (row) => `${FORM}/${row.id}` }}
    />
  )
}
