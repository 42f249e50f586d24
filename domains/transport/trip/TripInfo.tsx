import { ScanOutlined } from '@ant-design/icons'
import { Button, Flex, Input, Progress, Space } from 'antd'
import { useState } from 'react'
import { useParams } from 'react-router'
import type { OutWireOf } from '#kit/shared/call.ts'
import { confirm } from '#kit/web/confirm.tsx'
import { InfoPage } from '#kit/web/info/InfoPage.tsx'
import { fieldColumns } from '#kit/web/list/fieldColumns.tsx'
import { newKey } from '#kit/web/newKey.ts'
import { mayCall } from '#kit/web/session.ts'
import { Empty } from '#kit/web/states/Empty.tsx'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { Table } from '#kit/web/Table.tsx'
import { change, useCall } from '#kit/web/useCall.ts'
import { tripCalls as calls, warnedStopRow } from './trip.calls.ts'
import { TRIP_ACTS, TRIP_TOUCHES } from './tripActs.tsx'
import { TRIP, TRIP_STATES, vehicleAssignment } from './vehicleAssignment.entity.ts'

type Stop = OutWireOf<typeof calls.stops>['list'][number]

const MOST = 200
/** Above it the vehicle is nearly full. */
const NEARLY = 95
const SECTIONS = [
  {
    title: '派车',
    fields: [
      ...[
        'warehouseId',
        'deliveryDate',
        'routeId',
        'truckCarId',
        'driverId',
        'driverPhone',
        'helperName',
        'logisticsProviderId',
      ],
      ...['planDepartTime', 'planBackTime', 'weight', 'volume'],
    ],
  },
  {
    title: '经过',
    fields: ['departTime', 'backTime', 'mileageStart', 'mileageEnd', 'tollFee', 'fuelFee', 'otherFee'],
  },
]
const IF_ANY = {
  routeId: (row: { routeId: number | null }) => row.routeId !== null,
  helperName: (row: { helperName: string }) => row.helperName !== '',
  logisticsProviderId: (row: { logisticsProviderId: number | null }) => row.logisticsProviderId !== null,
  departTime: (row: { departTime: number | null }) => row.departTime !== null,
  backTime: (row: { backTime: number | null }) => row.backTime !== null,
  mileageStart: (row: { mileageStart: number | null }) => row.mileageStart !== null,
  mileageEnd: (row: { mileageEnd: number | null }) => row.mileageEnd !== null,
  tollFee: (row: { backTime: number | null }) => row.backTime !== null,
  fuelFee: (row: { backTime: number | null }) => row.backTime !== null,
  otherFee: (row: { backTime: number | null }) => row.backTime !== null,
}

/** 派车单详情: the stops of a trip, loaded by scans, and its way. Warehouse §5.5. */
export default function TripInfo() {
  const id = Number(useParams().id)
  if (!id) return <Empty text="请在派车单列表中选择要查看的派车单" />
  return (
    <InfoPage
      of={vehicleAssignment}
      call={calls.info}
      id={id}
      title={(row) => `派车单 ${row.assignSn}`}
      name={(row) => row.assignSn}
      states={(row) => [TRIP_STATES.find((one) => one.value === row.status)]}
      notice={(row) => (Number(row.loadRate) > NEARLY ? `装载率 ${row.loadRate}%，接近满载` : null)}
      actions={TRIP_ACTS}
      back="/wts/vehicleAssignment"
      figures={(row) => [
        { label: '站点', value: row.stopCount },
        { label: '箱数', value: row.boxCount },
        { label: '装载率(%)', value: row.loadRate },
      ]}
      sections={SECTIONS}
      ifAny={IF_ANY}
      parts={(row) => [{ key: 'stops', label: '站点', content: <Stops trip={row} /> }]}
    />
  )
}

interface Trip {
  readonly id: number
  readonly status: number
}

function Stops({ trip }: { trip: Trip }) {
  const { data, error, refetch } = useCall(calls.stops, { id: trip.id, limit: MOST }, { quiet: true })
  if (data === undefined)
    return error === null ? <Loading rows={4} /> : <ErrorState error={error} onRetry={() => void refetch()} />
  if (data.total === 0) return <Empty text="还没有配送单。按“选择配送单”选择待安排的配送单" />
  const boxes = data.list.reduce((sum, one) => sum + (one.boxCount ?? 0), 0)
  const loaded = data.list.reduce((sum, one) => sum + (one.loadedCount ?? 0), 0)
  return (
    <Flex vertical gap="small">
      {trip.status === TRIP.loading && mayCall(calls.scanLoad) && <LoadField trip={trip} />}
      <Progress
        percent={boxes === 0 ? 0 : Math.round((loaded / boxes) * 100)}
        format={() => `${loaded} / ${boxes} 箱`}
        aria-label="装车进度"
      />
      <StopTable trip={trip} list={data.list} />
    </Flex>
  )
}

const SHOWN = ['customer', 'stopSeq', 'address', 'timeWindow', 'boxCount', 'loadedCount', 'warning'] as const
const BENEATH = { customer: 'deliverySn', address: 'phone' } as const
/** Told only where a stop of the trip has any. */
const SOME = ['timeWindow', 'warning'] as const

const shownOf = (list: readonly Stop[]) => {
  const none: readonly string[] = SOME.filter((name) => list.every((row) => row[name] === ''))
  return SHOWN.filter((name) => !none.includes(name))
}

function StopTable({ trip, list }: { trip: Trip; list: readonly Stop[] }) {
  const isOpen = trip.status === TRIP.waits || trip.status === TRIP.loading
  const remove = async (row: Stop) => {
    if (!(await confirm(`把 ${row.deliverySn} 移出派车单？`))) return
    const input = { id: trip.id, deliveryIds: String(row.id) }
    await change(calls.removeDelivery, input, { success: '已移出', touches: TRIP_TOUCHES })
  }
  const move = (at: number, by: -1 | 1) => {
    const ids = list.map((one) => one.id)
    const [from, to] = [ids[at], ids[at + by]]
    if (from === undefined || to === undefined) return
    ids[at] = to
    ids[at + by] = from
    void change(calls.reorder, { id: trip.id, deliveryIds: ids.join(',') }, { touches: TRIP_TOUCHES })
  }
  const columns = [
    ...fieldColumns<Stop>(warnedStopRow, shownOf(list), BENEATH),
    ...(isOpen
      ? [
          {
            key: 'acts',
            title: '操作',
            width: 120,
            render: (row: Stop, _row: Stop, at: number) => (
              <Space size={4}>
                {mayCall(calls.reorder) && (
                  <>
                    <Button
                      size="small"
                      type="link"
                      className="k-link"
                      disabled={at === 0}
                      onClick={() => move(at, -1)}
                      aria-label={`上移 ${row.deliverySn}`}
                    >
                      上移
                    </Button>
                    <Button
                      size="small"
                      type="link"
                      className="k-link"
                      disabled={at === list.length - 1}
                      onClick={() => move(at, 1)}
                      aria-label={`下移 ${row.deliverySn}`}
                    >
                      下移
                    </Button>
                  </>
                )}
                {mayCall(calls.removeDelivery) && (
                  <Button size="small" type="link" className="k-link" onClick={() => void remove(row)}>
                    移出
                  </Button>
                )}
              </Space>
            ),
          },
        ]
      : []),
  ]
  return (
    <Table<Stop>
      columns={columns}
      dataSource={[...list]}
      scroll={{ x: columns.reduce((sum, one) => sum + Number(one.width), 0) }}
    />
  )
}

/** Boxes are scanned onto the vehicle one by one, or a whole delivery by its number. */
function LoadField({ trip }: { trip: Trip }) {
  const [code, setCode] = useState('')
  const [said, setSaid] = useState('')
  const scan = async () => {
    const wanted = code.trim()
    if (wanted === '') return
    setCode('')
    const input = { id: trip.id, code: wanted, scanId: newKey() }
    const done = await change(calls.scanLoad, input, { touches: ['/admin/wts'] })
    const left = done.left === 0 ? '全部装完，可以发车' : `还剩 ${done.left} 箱`
    setSaid(`${done.deliverySn} 已装 ${done.loadedCount} / ${done.boxCount} 箱，${left}`)
  }
  return (
    <Space direction="vertical" className="k-fill">
      <Input
        size="large"
        prefix={<ScanOutlined />}
        placeholder="扫描箱标或配送单号，回车确认"
        aria-label="扫描箱标或配送单号"
        value={code}
        onChange={(event) => setCode(event.target.value)}
        onPressEnter={() => void scan()}
      />
      <strong role="status">{said}</strong>
    </Space>
  )
}
