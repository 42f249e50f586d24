import { LinkOutlined, PrinterOutlined } from '@ant-design/icons'
import { Button, Select, Tabs } from 'antd'
import { useState } from 'react'
import { Dialog } from '#kit/web/Dialog.tsx'
import { RecordHead } from '#kit/web/info/RecordHead.tsx'
import { StateTag } from '#kit/web/StateTag.tsx'
import { Empty } from '#kit/web/states/Empty.tsx'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { useIsPhone } from '#kit/web/useScreen.ts'
import { instanceCalls, type Trace } from '../instance/instance.calls.ts'
import { PRINT_PAGE } from '../workflow.addresses.ts'
import type { TraceOf } from './openTrace.tsx'
import { TraceDrawing } from './TraceDrawing.tsx'
import { inputOf, Story } from './TraceStory.tsx'
import { instanceState, moment, safeAddress } from './words.ts'
import './todo.css'

const WIDTH = 1120

/** The dialog of `openTrace`. */
export default function TraceDialog({ of, onClose }: { of: TraceOf; onClose(): void }) {
  const [asked, setAsked] = useState(of)
  const { data, error, refetch } = useCall(instanceCalls.trace, inputOf(asked), { quiet: true, keep: true })
  const [first] = data?.instances ?? []
  return (
    <Dialog title="流程跟踪" width={WIDTH} footer={null} onCancel={onClose}>
      {data === undefined ? (
        error === null ? (
          <Loading rows={10} />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )
      ) : first === undefined ? (
        <Empty text="该单据还没有审批流程" />
      ) : (
        <>
          <Head instance={first} />
          {data.history.length > 1 && (
            <Select<number>
              className="k-fill"
              aria-label="历次审批"
              value={first.id}
              options={data.history.map((one) => ({
                value: one.id,
                label: `${moment(one.createTime)} ${one.number} ${instanceState(one.state)?.label ?? ''}`,
              }))}
              onChange={(instanceId) => setAsked({ instanceId })}
            />
          )}
          <Parts key={first.id} first={first} family={data.instances} />
        </>
      )}
    </Dialog>
  )
}

function Head({ instance }: { instance: Trace }) {
  const state = instanceState(instance.state)
  const page = safeAddress(instance.businessUrl)
  return (
    <RecordHead
      name={instance.title || instance.processTitle}
      number={instance.number}
      states={[state]}
      facts={
        <div className="td-facts">
          <span>{instance.processTitle}</span>
          <span>
            {instance.starter.name} 于 {moment(instance.createTime)} 发起
          </span>
          {instance.endTime !== null && <span>{moment(instance.endTime)} 结束</span>}
          {instance.overdue && <StateTag label="已超时" means="wrong" />}
        </div>
      }
    >
      {page !== null && (
        <Button icon={<LinkOutlined />} href={page} target="_blank" rel="noreferrer">
          打开单据
        </Button>
      )}
      <Button
        icon={<PrinterOutlined />}
        href={`${PRINT_PAGE}/${instance.rootId}`}
        target="_blank"
        rel="noreferrer"
      >
        打印审批单
      </Button>
    </RecordHead>
  )
}

function Parts({ first, family }: { first: Trace; family: readonly Trace[] }) {
  const phone = useIsPhone()
  const drawing = {
    key: 'drawing',
    label: '流程图',
    children: <TraceDrawing family={family} first={first} />,
  }
  const records = {
    key: 'records',
    label: '审批记录',
    children: <Story instance={first} family={family} />,
  }
  // A drawing needs more room than a phone has.
  return <Tabs items={phone ? [records, drawing] : [drawing, records]} />
}
