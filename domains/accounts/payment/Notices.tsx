import type { OutWireOf } from '#kit/shared/call.ts'
import { formatTime } from '#kit/shared/time.ts'
import { type Act, Acts, act } from '#kit/web/actions.tsx'
import { Dialog } from '#kit/web/Dialog.tsx'
import { NONE } from '#kit/web/fieldUi.ts'
import { openDialog } from '#kit/web/host.tsx'
import { CallTable } from '#kit/web/list/CallTable.tsx'
import { browserZone } from '#kit/web/time/zone.ts'
import { paymentCalls as calls } from './payment.calls.ts'
import { LOG_KINDS } from './payment.entity.ts'
import './payment.css'

type Row = OutWireOf<typeof calls.notices>['list'][number]

const labelOf = (kind: number): string => LOG_KINDS.find((one) => one.value === kind)?.label ?? NONE
const signed = (verified: number | null): string =>
  verified === null ? NONE : verified === 1 ? '通过' : '未通过'

const ACTS: readonly Act<Row>[] = [
  act({ label: '原文', when: ({ raw }) => raw !== '', run: (row) => openRaw(row) }),
]

/** What was said word for word. */
function openRaw({ raw }: Row): Promise<null> {
  return openDialog<null>((close) => (
    <Dialog title="报文原文" width={760} footer={null} onCancel={() => close(null)}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by the keyboard */}
      <pre className="pay-raw" tabIndex={0}>
        {spaced(raw)}
      </pre>
    </Dialog>
  ))
}

function spaced(raw: string): string {
  try {
    return JSON.stringify(JSON.parse(raw), null, 2)
  } catch {
    return raw
  }
}

const COLUMNS = [
  {
    title: '时间',
    dataIndex: 'receiveTime',
    width: 145,
    render: (seconds: number) => formatTime(seconds, browserZone),
  },
  { title: '类型', dataIndex: 'kind', width: 90, render: labelOf },
  { title: '验签', dataIndex: 'verified', width: 80, render: signed },
  { title: '处理结果', dataIndex: 'result', width: 240, render: (text: string) => text || NONE },
  {
    title: '操作',
    key: 'acts',
    width: 80,
    render: (row: Row) => <Acts acts={ACTS} target={row} link />,
  },
]

/** 渠道报文 of a payment: what the provider said and was asked, the newest first. */
export function Notices({ paymentId }: { paymentId: number }) {
  return (
    <CallTable
      call={calls.notices}
      input={(paging) => ({ paymentId, ...paging })}
      columns={COLUMNS}
      empty="没有渠道报文"
    />
  )
}
