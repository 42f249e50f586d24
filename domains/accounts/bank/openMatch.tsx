import { Alert } from 'antd'
import type { OutWireOf } from '#kit/shared/call.ts'
import { groupedAmount } from '#kit/shared/text.ts'
import { formatTime } from '#kit/shared/time.ts'
import { Acts, callAct } from '#kit/web/actions.tsx'
import { Dialog } from '#kit/web/Dialog.tsx'
import { NONE } from '#kit/web/fieldUi.ts'
import { openDialog } from '#kit/web/host.tsx'
import { Empty } from '#kit/web/states/Empty.tsx'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { Table } from '#kit/web/Table.tsx'
import { browserZone } from '#kit/web/time/zone.ts'
import { useCall } from '#kit/web/useCall.ts'
import { accountEntry } from '../account/account.entity.ts'
import { bankLineCalls as calls } from './bankLine.calls.ts'
import { type LineTarget, TOUCHES } from './lineTarget.ts'

type Entry = OutWireOf<typeof calls.candidates>[number]

const { transactionType: TYPE } = accountEntry.shape

/** 匹配: chooses the entry of ours that a movement answers to. Orders §6.10. */
export function openMatch(line: LineTarget): Promise<null> {
  return openDialog<null>((close) => (
    <Dialog
      title={`匹配银行流水 ${line.bankSerialNo}`}
      width={860}
      footer={null}
      onCancel={() => close(null)}
    >
      <Candidates line={line} onDone={() => close(null)} />
    </Dialog>
  ))
}

function Candidates({ line, onDone }: { line: LineTarget; onDone(): void }) {
  const { data, error, refetch } = useCall(calls.candidates, { lineId: line.id }, { quiet: true })
  if (data === undefined)
    return error === null ? <Loading /> : <ErrorState error={error} onRetry={() => void refetch()} />
  if (data.length === 0)
    return <Empty text="前后30天内没有可匹配的账户流水。如果款项确已到账，可以补记入账" />
  const acts = [
    callAct(calls.match, {
      label: '匹配',
      off: ({ amount }: Entry) =>
        amount === line.amount ? null : `金额${groupedAmount(amount)}与银行流水不一致`,
      input: ({ id }) => ({ lineId: line.id, entryId: id }),
      success: '已匹配',
      touches: TOUCHES,
      done: onDone,
    }),
  ]
  return (
    <>
      <Alert
        type="info"
        showIcon
        title={`银行流水金额 ${groupedAmount(line.amount)}，请选择对应的账户流水`}
        style={{ marginBottom: 12 }}
      />
      <Table<Entry>
        scroll={{ x: 780 }}
        dataSource={[...data]}
        columns={[
          { title: '流水号', dataIndex: 'entryNo', width: 150 },
          {
            title: '时间',
            dataIndex: 'createTime',
            width: 145,
            render: (seconds: number) => formatTime(seconds, browserZone),
          },
          {
            title: '交易类型',
            dataIndex: 'transactionType',
            width: 90,
            render: (value: number) => TYPE.choices?.find((one) => one.value === value)?.label ?? value,
          },
          {
            title: '金额',
            dataIndex: 'amount',
            width: 110,
            align: 'right',
            render: (amount: string) => <span className="k-number">{groupedAmount(amount)}</span>,
          },
          { title: '关联单号', dataIndex: 'linkId', width: 160, render: (value: string) => value || NONE },
          {
            title: '操作',
            key: 'acts',
            width: 80,
            render: (row: Entry) => <Acts acts={acts} target={row} link />,
          },
        ]}
      />
    </>
  )
}
