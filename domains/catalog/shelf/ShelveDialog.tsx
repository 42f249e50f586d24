import { Alert, Form, Input } from 'antd'
import { useState } from 'react'
import { datetime } from '#kit/fields/shared.ts'
import { FieldInput } from '#kit/fields/web.tsx'
import type { OutWireOf } from '#kit/shared/call.ts'
import { type Failure, showFailures } from '#kit/web/batch.ts'
import { Dialog } from '#kit/web/Dialog.tsx'
import { openDialog } from '#kit/web/host.tsx'
import { invalidate } from '#kit/web/query.ts'
import { request } from '#kit/web/request.ts'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { Table } from '#kit/web/Table.tsx'
import { toastError, toastSuccess } from '#kit/web/toast.ts'
import { useCall } from '#kit/web/useCall.ts'
import { channelLabel } from '../product/channelLabel.ts'
import { storeCalls } from '../product/product.calls.ts'
import { TOUCHED } from '../product/touched.ts'
import { ProductName } from './ProductName.tsx'
import { shelfCalls } from './shelf.calls.ts'

type Preview = OutWireOf<typeof shelfCalls.preview>['list'][number]
type Action = 'putOnShell' | 'offShell'

interface Chosen {
  skuId: number
  channelId: number
}

const WIDTH = 860
const LABELS = { putOnShell: '上架', offShell: '下架' } as const
const planField = datetime('计划时间', {})

/** 批量上架 and 批量下架 of skus in channels: what it will do first, then now or at a time. Catalog §3.4, §10. */
export function openShelve(action: Action, rows: readonly Chosen[]): Promise<null> {
  return openDialog<null>((close) => <ShelveDialog action={action} rows={rows} onClose={() => close(null)} />)
}

/** Rows of one channel go together: not every chosen sku is chosen in every chosen channel. */
function wishesOf(rows: readonly Chosen[]): { skuIds: string; channelIds: string }[] {
  return [...Map.groupBy(rows, (row) => row.channelId)].map(([channelId, of]) => ({
    skuIds: of.map((row) => row.skuId).join(','),
    channelIds: String(channelId),
  }))
}

function ShelveDialog({
  action,
  rows,
  onClose,
}: {
  action: Action
  rows: readonly Chosen[]
  onClose(): void
}) {
  const label = LABELS[action]
  const [planTime, setPlanTime] = useState<unknown>(null)
  const [reason, setReason] = useState('')
  const [running, setRunning] = useState(false)
  const wishes = wishesOf(rows)
  const [first, ...others] = wishes
  const give = async () => {
    if (planTime !== null && Number(planTime) * 1000 <= Date.now()) {
      toastError('计划时间须晚于当前时间')
      return
    }
    setRunning(true)
    try {
      const call = action === 'putOnShell' ? storeCalls.putOnSkus : storeCalls.offSkus
      const failed: Failure[] = []
      let done = 0
      for (const wish of wishes) {
        const at = planTime === null ? {} : { planTime: Number(planTime) }
        const answer = await request(call, { ...wish, reason: reason.trim(), ...at })
        done += answer.success
        failed.push(
          ...answer.fail.map((one) => ({
            name: `规格${one.skuId ?? ''}（${channelLabel(one.channelId)}）`,
            reason: one.reason,
          })),
        )
      }
      await invalidate(...TOUCHED)
      onClose()
      if (failed.length > 0) await showFailures(label, done, failed)
      else toastSuccess(planTime === null ? '操作成功' : `已定时${label}${done}个规格`)
    } finally {
      setRunning(false)
    }
  }
  return (
    <Dialog
      title={`批量${label}`}
      width={WIDTH}
      okText={planTime === null ? label : `定时${label}`}
      confirmLoading={running}
      onOk={() => void give()}
      onCancel={onClose}
    >
      {first === undefined ? null : others.length === 0 ? (
        <PreviewOf action={action} wish={first} />
      ) : (
        wishes.map((wish) => (
          <section key={wish.channelIds} className="k-section">
            <h3 className="k-group-title">{channelLabel(Number(wish.channelIds))}</h3>
            <PreviewOf action={action} wish={wish} />
          </section>
        ))
      )}
      <Form component={false} layout="vertical">
        <Form.Item label="计划时间" htmlFor="shelve-time" extra={`留空立即${label}`}>
          <FieldInput id="shelve-time" field={planField} value={planTime} onChange={setPlanTime} />
        </Form.Item>
        <Form.Item label={`${label}原因`} htmlFor="shelve-reason">
          <Input
            id="shelve-reason"
            value={reason}
            maxLength={200}
            placeholder="选填，记入上下架记录"
            onChange={(event) => setReason(event.target.value)}
          />
        </Form.Item>
      </Form>
    </Dialog>
  )
}

/** How many change, which, from what to what, and what cannot. */
function PreviewOf({ action, wish }: { action: Action; wish: { skuIds: string; channelIds: string } }) {
  const { data, error, refetch } = useCall(shelfCalls.preview, { ...wish, action }, { quiet: true })
  if (data === undefined)
    return error === null ? <Loading rows={3} /> : <ErrorState error={error} onRetry={() => void refetch()} />
  const same = data.list.length - data.changed - data.failed
  return (
    <>
      <Alert
        className="p-note"
        type={data.failed > 0 ? 'warning' : 'info'}
        showIcon
        title={`将变更${data.changed}个规格${data.failed > 0 ? `，${data.failed}个不能执行` : ''}${same > 0 ? `，${same}个无需变更` : ''}`}
      />
      <Table<Preview>
        rowKey={(row) => `${row.skuId}:${row.channelId}:${row.reason}`}
        pages={10}
        scroll={{ x: 640 }}
        dataSource={data.list}
        columns={[
          { title: '商品', render: (_, row) => <ProductName of={row} /> },
          { title: '现在', dataIndex: 'from', width: 110, render: (text: string) => text || '—' },
          { title: '之后', dataIndex: 'to', width: 110, render: (text: string) => text || '—' },
          {
            title: '说明',
            dataIndex: 'reason',
            width: 220,
            className: 'p-name',
            render: (text: string) => text || '—',
          },
        ]}
      />
    </>
  )
}
