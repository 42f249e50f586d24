import { Select } from 'antd'
import { useState } from 'react'
import type { OutWireOf } from '#kit/shared/call.ts'
import { formatTime } from '#kit/shared/time.ts'
import { type Act, Acts, act, callAct } from '#kit/web/actions.tsx'
import { Dialog } from '#kit/web/Dialog.tsx'
import { NONE } from '#kit/web/fieldUi.ts'
import { openDialog } from '#kit/web/host.tsx'
import { Details } from '#kit/web/info/Details.tsx'
import { CallTable } from '#kit/web/list/CallTable.tsx'
import { StateTag } from '#kit/web/StateTag.tsx'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { browserZone } from '#kit/web/time/zone.ts'
import { useCall } from '#kit/web/useCall.ts'
import { openAppCalls as calls } from './openApp.calls.ts'
import { WEBHOOK_STATES, webhookDetail, webhookEvent } from './openApp.entity.ts'
import '../access.css'

type Row = OutWireOf<typeof calls.eventList>['list'][number]

const { type: TYPE } = webhookEvent.shape
const timeText = (seconds: number) => formatTime(seconds, browserZone)

const ACTS: readonly Act<Row>[] = [
  act({ label: '内容', permission: calls.eventInfo, run: ({ id }) => void openEvent(id) }),
  callAct(calls.resend, {
    label: '重发',
    input: ({ id }) => ({ id }),
    success: '已重新排队',
    touches: [calls.eventList.path, calls.info.path],
  }),
]

const COLUMNS = [
  { title: '时间', dataIndex: 'createTime', width: 145, render: timeText },
  {
    title: '事件',
    dataIndex: 'type',
    width: 110,
    render: (value: string) => TYPE.choices?.find((one) => one.value === value)?.label ?? value,
  },
  { title: '业务单号', dataIndex: 'eventKey', width: 160, render: (text: string) => text || NONE },
  {
    title: '状态',
    dataIndex: 'status',
    width: 90,
    render: (value: number) => {
      const state = WEBHOOK_STATES.find((one) => one.value === value)
      return state === undefined ? value : <StateTag {...state} />
    },
  },
  { title: '尝试次数', dataIndex: 'attempts', width: 90, align: 'right' as const },
  { title: '失败原因', dataIndex: 'lastError', width: 150, render: (text: string) => text || NONE },
  {
    title: '操作',
    key: 'acts',
    width: 100,
    render: (row: Row) => <Acts acts={ACTS} target={row} link />,
  },
]

/** 推送记录: what an application was told of, and how far that came. */
export function WebhookEvents({ appId }: { appId: number }) {
  const [status, setStatus] = useState<0 | 1 | 2 | null>(null)
  return (
    <>
      <div className="k-list-bar">
        <Select
          aria-label="状态"
          allowClear
          placeholder="全部状态"
          value={status}
          style={{ width: 140 }}
          options={WEBHOOK_STATES.map(({ value, label }) => ({ value, label }))}
          onChange={(value: 0 | 1 | 2 | undefined) => setStatus(value ?? null)}
        />
      </div>
      <CallTable
        key={status}
        call={calls.eventList}
        input={(paging) => ({ appId, ...(status === null ? {} : { status }), ...paging })}
        columns={COLUMNS}
        empty="还没有推送记录"
      />
    </>
  )
}

const FIELDS = ['createTime', 'type', 'eventId', 'sentTime', 'httpStatus', 'lastError', 'response']
const WAITING = ['nextTime', ...FIELDS]

/** 内容: what was sent, and what the receiver last answered. */
function openEvent(id: number): Promise<null> {
  return openDialog<null>((close) => (
    <Dialog title="推送内容" width={760} footer={null} onCancel={() => close(null)}>
      <EventContent id={id} />
    </Dialog>
  ))
}

function EventContent({ id }: { id: number }) {
  const { data: row, error, refetch } = useCall(calls.eventInfo, { id }, { quiet: true })
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!row) return <Loading />
  return (
    <>
      <Details shape={webhookDetail} row={row} fields={row.status === 0 ? WAITING : FIELDS} narrow />
      <section aria-label="推送内容">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by the keyboard */}
        <pre className="acc-payload" tabIndex={0}>
          {JSON.stringify(row.payload, null, 2)}
        </pre>
      </section>
    </>
  )
}
