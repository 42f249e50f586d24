import { closedBy } from '#kit/shared/states.ts'
import { act } from '#kit/web/actions.tsx'
import type { RowSeen } from '#kit/web/list/columnsOf.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { appointmentRegister, GATE_STATES, gateTable } from './appointmentRegister.entity.ts'
import { gateCalls as calls } from './gate.calls.ts'
import { GATE_ACTS, GATE_READS } from './gateActs.tsx'

type Row = RowSeen<typeof calls.list, typeof GATE_READS>
const SHOW = [
  ...['registerSn', 'queueNo', 'supplierId', 'plateNo', 'arriveTime', 'dockNo', 'waitMinutes'],
  ...['unloadMinutes', 'status'],
]
const COLUMNS = { registerSn: { width: 170 }, arriveTime: { title: '到达' } }
const TABS = { name: 'status', items: GATE_STATES, counts: calls.counts }
const AT = '/wts/appointmentRegister'
const PAGES = {
  create: `${AT}/add`,
  edit: ({ id }: { id: number }) => `${AT}/add/${id}`,
  see: ({ id }: { id: number }) => `${AT}/info/${id}`,
}
const TOP = [act({ label: '叫号看板', permission: calls.board, run: () => goTo(`${AT}/board`) })]

/** 预约登记: the vehicles that arrived. Warehouse §5.10. */
export default function GateList() {
  return (
    <ListPage
      of={appointmentRegister}
      calls={calls}
      reads={GATE_READS}
      show={SHOW}
      columns={COLUMNS}
      tabs={TABS}
      pages={PAGES}
      actions={GATE_ACTS}
      top={TOP}
      noEdit={(row: Row) => closedBy(gateTable, 'edit', row.status)}
      noDelete={(row: Row) => closedBy(gateTable, 'remove', row.status)}
      deletePrompt={(row) => `删除登记 ${row.registerSn}？它的预约单恢复为已确认。`}
      empty="还没有预约登记。车辆到达后在此登记，按排队号叫号卸货"
    />
  )
}
