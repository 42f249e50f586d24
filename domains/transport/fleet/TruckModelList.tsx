import { type RowSeen, StatusSwitch } from '#kit/web/list/columnsOf.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { truckModelMaster } from './fleet.calls.ts'
import { truckModel } from './truckModel.entity.ts'

const READS = ['length', 'width', 'height'] as const
type Row = RowSeen<typeof truckModelMaster.calls.list, typeof READS>

const FORM = '/truck/addTruckModel'
const SHOW = [
  'name',
  'code',
  'bodyType',
  'size',
  'loadWeight',
  'loadVolume',
  'licenceTypes',
  'carCount',
  'status',
]
const COLUMNS = {
  name: { width: 160 },
  bodyType: { width: 70 },
  licenceTypes: { title: '准驾', width: 90 },
  loadWeight: { title: '载重(kg)', width: 95 },
  status: {
    render: (row: Row) => (
      <StatusSwitch field={truckModel.shape.status} row={row} call={truckModelMaster.calls.status} />
    ),
  },
}

/** 车型管理. Warehouse §6. */
export default function TruckModelList() {
  return (
    <ListPage
      of={truckModel}
      calls={truckModelMaster.calls}
      reads={READS}
      show={SHOW}
      columns={COLUMNS}
      dated=""
      importing
      empty="还没有车型，先登记车型才能登记车辆"
      pages={{ create: FORM, edit: (row) => `${FORM}/${row.id}` }}
    />
  )
}
