import { useSearchParams } from 'react-router'
import type { OutWireOf } from '#kit/shared/call.ts'
import { closedBy } from '#kit/shared/states.ts'
import { CountTabs } from '#kit/web/list/CountTabs.tsx'
import { cellOf, type RowSeen } from '#kit/web/list/columnsOf.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { AppointCalendar } from './AppointCalendar.tsx'
import { appointCalls as calls } from './appoint.calls.ts'
import { APPOINT_ACTS, APPOINT_READS } from './appointActs.tsx'
import { APPOINT_STATES, appointTable, purchaseAppointment } from './purchaseAppointment.entity.ts'

type Row = RowSeen<typeof calls.list, typeof APPOINT_READS>
const cell = cellOf<OutWireOf<typeof calls.list>['list'][number]>()
const SHOW = [
  'appointSn',
  'supplierId',
  'warehouseId',
  'arriveDate',
  'slotStart',
  'dockNo',
  'plateNo',
  'boxes',
  'status',
]
const COLUMNS = {
  appointSn: { width: 170 },
  slotStart: {
    width: 105,
    ...cell(['slotStart', 'slotEnd'], (row) => `${row.slotStart}–${row.slotEnd}`),
  },
}
const TABS = { name: 'status', items: APPOINT_STATES, counts: calls.counts }
const AT = '/wts/purchaseAppointment'
const PAGES = {
  create: `${AT}/add`,
  edit: ({ id }: { id: number }) => `${AT}/add/${id}`,
  see: ({ id }: { id: number }) => `${AT}/info/${id}`,
}
const VIEWS = [
  { key: 'list', label: '预约单' },
  { key: 'calendar', label: '月台日历' },
] as const

/** 采购预约, as a list and by the docks of a day. Warehouse §5.10. */
export default function AppointPage() {
  const [address, setAddress] = useSearchParams()
  const view = address.get('view') ?? 'list'
  return (
    <>
      <CountTabs
        active={view}
        items={VIEWS}
        label="内容"
        onChange={(key) => setAddress(key === 'list' ? {} : { view: key }, { replace: true })}
      />
      {view === 'calendar' ? <AppointCalendar /> : <Lists />}
    </>
  )
}

function Lists() {
  return (
    <ListPage
      of={purchaseAppointment}
      calls={calls}
      reads={APPOINT_READS}
      show={SHOW}
      columns={COLUMNS}
      tabs={TABS}
      pages={PAGES}
      actions={APPOINT_ACTS}
      dated="到货日期"
      searched="采购单"
      noEdit={(row: Row) => closedBy(appointTable, 'edit', row.status)}
      empty="还没有采购预约。新增预约后，供应商按约定的时段和月台送货"
    />
  )
}
