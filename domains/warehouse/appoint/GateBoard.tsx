import { useSearchParams } from 'react-router'
import type { OutWireOf } from '#kit/shared/call.ts'
import { RefSelect } from '#kit/web/RefSelect.tsx'
import { PageLink } from '#kit/web/shell/PageLink.tsx'
import { Empty } from '#kit/web/states/Empty.tsx'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { appointmentRegister, GATE } from './appointmentRegister.entity.ts'
import { gateCalls as calls } from './gate.calls.ts'
import './appoint.css'

type Vehicle = OutWireOf<typeof calls.board>[number]
const EVERY_MS = 15_000
const COLUMNS = [
  { title: '待叫号', states: [GATE.waits], empty: '没有等待的车辆' },
  { title: '已叫号', states: [GATE.called], empty: '没有已叫号的车辆' },
  { title: '卸货中', states: [GATE.unloading], empty: '没有正在卸货的车辆' },
  { title: '卸货完成', states: [GATE.unloaded], empty: '没有等待离场的车辆' },
] as const

/** 叫号看板, for the screen at the gate: who waits, who is called to which dock. Warehouse §5.10. */
export default function GateBoard() {
  const [address, setAddress] = useSearchParams()
  const warehouseId = Number(address.get('warehouseId') ?? 0)
  return (
    <div className="k-page">
      <div className="w-appoint-bar">
        <RefSelect
          field={appointmentRegister.shape.warehouseId}
          aria-label="仓库"
          value={warehouseId > 0 ? [warehouseId] : []}
          placeholder="请选择"
          onChange={([id]) => setAddress({ warehouseId: String(id ?? 0) }, { replace: true })}
        />
      </div>
      {warehouseId > 0 ? (
        <Board warehouseId={warehouseId} />
      ) : (
        <Empty text="请选择仓库，显示排队和月台情况" />
      )}
    </div>
  )
}

function Board({ warehouseId }: { warehouseId: number }) {
  const { data, error, refetch } = useCall(calls.board, { warehouseId }, { quiet: true, every: EVERY_MS })
  if (data === undefined)
    return error === null ? <Loading rows={6} /> : <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <div className="w-gate">
      {COLUMNS.map(({ title, states, empty }) => {
        const vehicles = data.filter((one) => states.some((state) => state === one.status))
        return (
          <section key={title} aria-label={title}>
            <h2 className="k-group-title">
              {title}（{vehicles.length}）
            </h2>
            {vehicles.length === 0 && <p className="k-hint">{empty}</p>}
            {vehicles.map((one) => (
              <VehicleCard key={one.id} of={one} />
            ))}
          </section>
        )
      })}
    </div>
  )
}

function VehicleCard({ of }: { of: Vehicle }) {
  return (
    <div className="w-gate-card">
      <div className="w-gate-number">
        {of.queueNo}
        {of.dockNo !== null && of.status !== GATE.waits && ` → ${of.dockNo}号月台`}
      </div>
      <PageLink to={`/wts/appointmentRegister/info/${of.id}`}>{of.plateNo}</PageLink>
      <div className="k-hint">
        {of.supplier} · {of.minutes}分钟
      </div>
    </div>
  )
}
