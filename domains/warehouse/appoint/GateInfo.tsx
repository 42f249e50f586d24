import { useParams } from 'react-router'
import type { OutWireOf } from '#kit/shared/call.ts'
import { closedBy } from '#kit/shared/states.ts'
import { act } from '#kit/web/actions.tsx'
import { InfoPage } from '#kit/web/info/InfoPage.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { appointmentRegister, EXCEPTIONS, GATE_STATES, gateTable } from './appointmentRegister.entity.ts'
import { gateCalls as calls } from './gate.calls.ts'
import { GATE_ACTS } from './gateActs.tsx'

type Row = OutWireOf<typeof calls.info>
const AT = '/wts/appointmentRegister'
const EDIT = act<Row>({
  label: '编辑',
  permission: calls.update,
  closed: (row) => closedBy(gateTable, 'edit', row.status),
  run: ({ id }) => goTo(`${AT}/add/${id}`),
})
const SECTIONS = [
  { title: '到货', fields: ['warehouseId', 'appointId', 'supplierId', 'purchaseSn', 'dockNo', 'stockinId'] },
  { title: '车辆', fields: ['plateNo', 'driverName', 'driverPhone', 'sealNo', 'temperature'] },
  { title: '经过', fields: ['arriveTime', 'callTime', 'unloadStart', 'unloadEnd', 'leaveTime'] },
  { title: '说明', fields: ['exception', 'photos', 'remark'] },
]
const IF_ANY = {
  appointId: (row: Row) => row.appointId !== null,
  purchaseSn: (row: Row) => row.purchaseSn !== '',
  stockinId: (row: Row) => row.stockinId !== null,
  callTime: (row: Row) => row.callTime !== null,
  unloadStart: (row: Row) => row.unloadStart !== null,
  unloadEnd: (row: Row) => row.unloadEnd !== null,
  leaveTime: (row: Row) => row.leaveTime !== null,
  photos: (row: Row) => row.photos.length > 0,
}

/** 预约登记详情. Warehouse §5.10. */
export default function GateInfo() {
  const id = Number(useParams().id)
  return (
    <InfoPage
      of={appointmentRegister}
      call={calls.info}
      id={id}
      title={(row) => `预约登记 ${row.registerSn}`}
      name={(row) => row.registerSn}
      states={(row) => [
        GATE_STATES.find((one) => one.value === row.status),
        row.exception === 0 ? undefined : EXCEPTIONS.find((one) => one.value === row.exception),
      ]}
      actions={[...GATE_ACTS, EDIT]}
      back={AT}
      figures={(row) => [
        { label: '排队号', value: row.queueNo ?? 0 },
        row.waitMinutes === null ? undefined : { label: '等待(分)', value: row.waitMinutes },
        row.unloadMinutes === null ? undefined : { label: '卸货(分)', value: row.unloadMinutes },
      ]}
      sections={SECTIONS}
      ifAny={IF_ANY}
    />
  )
}
