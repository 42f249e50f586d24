import { Checkbox, Form, Input, Modal } from 'antd'
import { useState } from 'react'
import type { CHANNELS } from '#domains/settings/settings.shared.ts'
import { canDo, stateLabel } from '#kit/shared/states.ts'
import { eachRow, type Failure } from '#kit/web/batch.ts'
import { confirm } from '#kit/web/confirm.tsx'
import { openDialog } from '#kit/web/host.tsx'
import { invalidate } from '#kit/web/query.ts'
import { request } from '#kit/web/request.ts'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { toastError, toastInfo } from '#kit/web/toast.ts'
import { useCall } from '#kit/web/useCall.ts'
import { channelLabel } from './channelLabel.ts'
import { storeCalls } from './product.calls.ts'
import { shelfStates } from './shelf.states.ts'

type ChannelId = (typeof CHANNELS)[number]['value']
type ShelfAction = 'putOnShell' | 'offShell'

/** A product as the lists and pages know it. */
export interface Shelved {
  id: number
  productCode: string
  storeName: string
  channels: readonly ChannelId[]
}

interface Wish {
  /** undefined: all channels */
  channelIds?: readonly ChannelId[]
  reason: string
}

const TOUCHED = ['/admin/store/product', '/admin/storerepo/product', '/admin/product']

/** 上架 or 下架: one product of several channels asks which; the failures of single channels are listed. Catalog §3.3. */
export async function shelve(
  rows: readonly Shelved[],
  action: ShelfAction,
  others: readonly Failure[] = [],
): Promise<void> {
  const [first] = rows
  const { label, prompt = '' } = shelfStates.actions[action]
  if (first === undefined) return
  const single = rows.length === 1 && first.channels.length > 1
  const wish = single
    ? await askChannels(first, action)
    : (await confirm(rows.length === 1 ? prompt : `确定${label}选中的${rows.length}个商品吗？`))
      ? { reason: '' }
      : null
  if (wish === null) return
  await eachRow({
    rows,
    label,
    nameOf: ({ productCode, storeName }) => `${productCode} ${storeName}`,
    work: async (row, fail) => {
      for (const one of await move(row, action, wish)) fail(one)
    },
    others,
  })
  await invalidate(...TOUCHED)
}

async function move(row: Shelved, action: ShelfAction, wish: Wish): Promise<Failure[]> {
  const { id } = row
  const call = (channelId?: ChannelId) => {
    const input = { id, ...(channelId === undefined ? {} : { channelId }) }
    return action === 'putOnShell'
      ? request(storeCalls.putOnShell, input, { quiet: true })
      : request(storeCalls.offShell, { ...input, reason: wish.reason }, { quiet: true })
  }
  const failed: { channelId: number; reason: string }[] = []
  for (const channelId of wish.channelIds ?? [undefined]) failed.push(...(await call(channelId)).fail)
  return failed.map((one) => ({
    name: `${row.productCode} ${row.storeName}（${channelLabel(one.channelId)}）`,
    reason: one.reason,
  }))
}

async function askChannels(row: Shelved, action: ShelfAction): Promise<Wish | null> {
  const wish = await openDialog<Wish | null>((close) => (
    <ChannelDialog row={row} action={action} onClose={close} />
  ))
  if (wish === null) toastInfo('已取消')
  return wish
}

interface ChannelDialogProps {
  row: Shelved
  action: ShelfAction
  onClose(wish: Wish | null): void
}

function ChannelDialog({ row, action, onClose }: ChannelDialogProps) {
  const { label } = shelfStates.actions[action]
  const { data, error, refetch } = useCall(storeCalls.info, { id: row.id }, { quiet: true })
  const [chosen, setChosen] = useState<readonly ChannelId[] | null>(null)
  const [reason, setReason] = useState('')
  const channels = data?.channelStates ?? []
  const open = channels
    .filter((one) => canDo(shelfStates, action, one.platformStatus))
    .map((one) => one.channelId)
  const ticked = chosen ?? open
  const give = () => {
    if (ticked.length === 0) toastError('请选择渠道')
    else onClose({ channelIds: ticked, reason: reason.trim() })
  }
  return (
    <Modal
      open
      title={`${label}商品`}
      width={480}
      mask={{ closable: false }}
      okText={label}
      cancelText="取消"
      okButtonProps={{ disabled: data === undefined || open.length === 0 }}
      onOk={give}
      onCancel={() => onClose(null)}
    >
      <p className="p-name">
        {row.productCode} {row.storeName}
      </p>
      {error !== null ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Loading rows={3} />
      ) : (
        <>
          <Checkbox.Group
            className="p-channels"
            aria-label="渠道"
            value={[...ticked]}
            options={channels.map((one) => ({
              value: one.channelId,
              label: `${channelLabel(one.channelId)}（${stateLabel(shelfStates, one.platformStatus)}）`,
              disabled: !open.includes(one.channelId),
            }))}
            onChange={(next) => setChosen(next)}
          />
          {open.length === 0 && <p className="k-hint">没有可以{label}的渠道</p>}
          {action === 'offShell' && (
            <Form component={false} layout="vertical">
              <Form.Item label="下架原因" htmlFor="off-reason">
                <Input
                  id="off-reason"
                  value={reason}
                  maxLength={200}
                  placeholder="选填，记入上下架记录"
                  onChange={(event) => setReason(event.target.value)}
                />
              </Form.Item>
            </Form>
          )}
        </>
      )}
    </Modal>
  )
}
