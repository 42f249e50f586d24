import { useParams } from 'react-router'
import type { OutWireOf } from '#kit/shared/call.ts'
import { closedBy } from '#kit/shared/states.ts'
import { act } from '#kit/web/actions.tsx'
import { InfoPage } from '#kit/web/info/InfoPage.tsx'
import { declaredTabs } from '#kit/web/info/tabs.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { appointCalls as calls } from './appoint.calls.ts'
import { APPOINT_ACTS } from './appointActs.tsx'
import { APPOINT_STATES, appointTable, purchaseAppointment } from './purchaseAppointment.entity.ts'

type Row = OutWireOf<typeof calls.info>
const AT = '/wts/purchaseAppointment'
const EDIT = act<Row>({
  label: '编辑',
  permission: calls.update,
  closed: (row) => closedBy(appointTable, 'edit', row.status),
  run: ({ id }) => goTo(`${AT}/add/${id}`),
})
const SECTIONS = [
  {
    title: '预约',
    fields: ['warehouseId', 'supplierId', 'purchaseSns', 'arriveDate', 'slotStart', 'dockNo', 'cancelReason'],
  },
  { title: '明细', fields: ['lines'] },
  { title: '车辆', fields: ['plateNo', 'driverName', 'driverPhone', 'contact', 'remark'] },
]
const CELLS = { slotStart: { label: '时段', cell: (row: Row) => `${row.slotStart}–${row.slotEnd}` } }
const IF_ANY = {
  purchaseSns: (row: Row) => row.purchaseSns.length > 0,
  cancelReason: (row: Row) => row.cancelReason !== '',
}

/** 采购预约详情. Warehouse §5.10. */
export default function AppointInfo() {
  const id = Number(useParams().id)
  return (
    <InfoPage
      of={purchaseAppointment}
      call={calls.info}
      id={id}
      title={(row) => `采购预约 ${row.appointSn}`}
      name={(row) => row.appointSn}
      states={(row) => [APPOINT_STATES.find((one) => one.value === row.status)]}
      actions={[...APPOINT_ACTS, EDIT]}
      back={AT}
      figures={(row) => [
        { label: '箱数', value: row.boxes },
        row.pallets === null ? undefined : { label: '托数', value: row.pallets },
      ]}
      sections={SECTIONS}
      cells={CELLS}
      ifAny={IF_ANY}
      lists={(row) => [...declaredTabs(purchaseAppointment.name, row.id)]}
    />
  )
}
