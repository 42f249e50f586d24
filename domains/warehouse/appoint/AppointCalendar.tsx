import { Button } from 'antd'
import { useId } from 'react'
import { useSearchParams } from 'react-router'
import { date } from '#kit/fields/shared.ts'
import { FieldInput } from '#kit/fields/web.tsx'
import type { OutWireOf } from '#kit/shared/call.ts'
import { movedDay, today } from '#kit/shared/time.ts'
import { textOf } from '#kit/web/fieldUi.ts'
import { goTo } from '#kit/web/navigate.ts'
import { RefSelect } from '#kit/web/RefSelect.tsx'
import { StateTag } from '#kit/web/StateTag.tsx'
import { mayCall } from '#kit/web/session.ts'
import { PageLink } from '#kit/web/shell/PageLink.tsx'
import { Empty } from '#kit/web/states/Empty.tsx'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { appointCalls as calls } from './appoint.calls.ts'
import { APPOINT_STATES, purchaseAppointment } from './purchaseAppointment.entity.ts'
import './appoint.css'

const DAY = date('日期')
type Day = OutWireOf<typeof calls.slots>

/** The slots of a day by dock: who comes where, and where there is room. Warehouse §5.10. */
export function AppointCalendar() {
  const uid = useId()
  const [address, setAddress] = useSearchParams()
  const warehouseId = Number(address.get('warehouseId') ?? 0)
  const day = address.get('date') ?? movedDay(today(), 1)
  const set = (name: string, value: string) => {
    address.set(name, value)
    setAddress(address, { replace: true })
  }
  return (
    <div className="k-page">
      <div className="w-appoint-bar">
        <div className="k-filter">
          <label htmlFor={uid}>仓库</label>
          <RefSelect
            id={uid}
            field={purchaseAppointment.shape.warehouseId}
            value={warehouseId > 0 ? [warehouseId] : []}
            placeholder="请选择"
            onChange={([id]) => set('warehouseId', String(id ?? 0))}
          />
        </div>
        <Button onClick={() => set('date', movedDay(day, -1))}>前一天</Button>
        <FieldInput field={DAY} value={day} compact onChange={(next) => next && set('date', textOf(next))} />
        <Button onClick={() => set('date', movedDay(day, 1))}>后一天</Button>
      </div>
      {warehouseId > 0 ? (
        <Slots warehouseId={warehouseId} day={day} />
      ) : (
        <Empty text="请选择仓库，查看各月台当天的预约" />
      )}
    </div>
  )
}

function Slots({ warehouseId, day }: { warehouseId: number; day: string }) {
  const { data, error, refetch } = useCall(
    calls.slots,
    { warehouseId, date: day },
    { keep: true, quiet: true },
  )
  if (data === undefined)
    return error === null ? <Loading rows={8} /> : <ErrorState error={error} onRetry={() => void refetch()} />
  if (data.slots.length === 0 || data.dockCount === 0)
    return <Empty text="该仓库没有预约时段，请在仓库配置中设置月台数和预约时间" />
  return <Grid day={day} warehouseId={warehouseId} of={data} />
}

const State = ({ of }: { of: number }) => {
  const found = APPOINT_STATES.find((one) => one.value === of)
  return found === undefined ? null : <StateTag {...found} />
}

function Grid({ of, day, warehouseId }: { of: Day; day: string; warehouseId: number }) {
  const docks = Array.from({ length: of.dockCount }, (_none, at) => at + 1)
  const mayAdd = mayCall(calls.save) && day > today()
  return (
    <section className="w-appoint" aria-label="月台日历">
      <table>
        <thead>
          <tr>
            <th scope="col">时段</th>
            {docks.map((dock) => (
              <th key={dock} scope="col">
                {dock}号月台
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {of.slots.map((slot) => (
            <tr key={slot.start}>
              <th scope="row">
                {slot.start}–{slot.end}
                <div className="k-hint">
                  {slot.booked} / {slot.capacity}
                </div>
              </th>
              {docks.map((dock) => {
                const booked = slot.docks.find((one) => one.dockNo === dock)
                if (booked === undefined)
                  return (
                    <td key={dock}>
                      {mayAdd && slot.booked < slot.capacity && (
                        <Button
                          type="text"
                          size="small"
                          aria-label={`预约 ${slot.start} ${dock}号月台`}
                          onClick={() =>
                            goTo(
                              `/wts/purchaseAppointment/add?warehouseId=${warehouseId}&date=${day}&slot=${slot.start}&dock=${dock}`,
                            )
                          }
                        >
                          预约
                        </Button>
                      )}
                    </td>
                  )
                return (
                  <td key={dock}>
                    <PageLink to={`/wts/purchaseAppointment/info/${booked.id}`}>{booked.supplier}</PageLink>
                    <div className="k-hint">
                      {booked.appointSn} {booked.plateNo}
                    </div>
                    <State of={booked.status} />
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
