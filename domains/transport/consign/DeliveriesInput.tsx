import { Button, Space, Tag } from 'antd'
import { useState } from 'react'
import type { OutWireOf } from '#kit/shared/call.ts'
import { type InputProps, textOf } from '#kit/web/fieldUi.ts'
import { useFormDraft } from '#kit/web/form/draft.ts'
import { openPicker, type PickerFacts } from '#kit/web/picker/PickerModal.tsx'
import { toastError } from '#kit/web/toast.ts'
import { consignCalls as calls } from './consign.calls.ts'

type Waiting = OutWireOf<typeof calls.waiting>['list'][number]

const WAITING: PickerFacts<Waiting> = {
  title: '选择配送单',
  width: 960,
  call: calls.waiting,
  columns: ['deliverySn', 'customer', 'address', 'boxCount', 'totalWeight'],
  searched: '配送单号、子订单号',
  empty: '请选择配送单',
  made: { title: '配送单', page: '/wts/deliveryOrder' },
  label: (row) => `${row.deliverySn} ${row.customer}`,
}

/** Which deliveries a note hands over: chosen among those of its warehouse that nobody carries yet. Warehouse §5.7. */
export function DeliveriesInput({ value, onChange, disabled = false }: InputProps) {
  const draft = useFormDraft()
  const [names, setNames] = useState<readonly string[]>([])
  const choose = async () => {
    const warehouseId = Number(draft.warehouseId ?? 0)
    if (warehouseId === 0) {
      toastError('请先选择发货仓')
      return
    }
    const picked = await openPicker(WAITING, { multiple: true, filter: { warehouseId } })
    if (picked === null) return
    setNames(picked.map((one) => textOf(one.deliverySn)))
    onChange(picked.map((one) => one.id).join(','))
  }
  const count = textOf(value) === '' ? 0 : textOf(value).split(',').length
  return (
    <Space wrap>
      <Button disabled={disabled} onClick={() => void choose()}>
        选择配送单
      </Button>
      {names.length > 0
        ? names.map((one) => <Tag key={one}>{one}</Tag>)
        : count > 0 && <span>已选 {count} 张</span>}
    </Space>
  )
}
