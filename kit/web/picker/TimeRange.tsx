import { Select, Space } from 'antd'
import { useState } from 'react'
import { canEnd, HOURS, hoursFault, readHours } from '#kit/shared/hours.ts'
import { Dialog } from '#kit/web/Dialog.tsx'
import { openDialog } from '#kit/web/host.tsx'
import { toastError, toastInfo } from '#kit/web/toast.ts'

const WIDTH = 420

interface HoursWish {
  /** '09:00,18:00', or '' */
  value?: string
  /** the range may end where it begins */
  equal?: boolean
}

/** Chooses full hours of a day: '09:00,18:00', or null (and 已取消) when the person gave up. Platform §5.1. */
export async function pickHours(wish: HoursWish = {}): Promise<string | null> {
  const chosen = await openDialog<string | null>((close) => <TimeRange {...wish} onClose={close} />)
  if (chosen === null) toastInfo('已取消')
  return chosen
}

interface TimeRangeProps extends HoursWish {
  onClose(range: string | null): void
}

function TimeRange({ value = '', equal = false, onClose }: TimeRangeProps) {
  const [range, setRange] = useState(() => readHours(value))
  const { start, end } = range
  const begin = (next: string) => setRange({ start: next, end: canEnd(end, next, equal) ? end : '' })
  const give = () => {
    const reason = hoursFault(range, equal)
    if (reason === null) onClose(`${start},${end}`)
    else toastError(reason)
  }
  return (
    <Dialog
      title={<span className="ts-unseen">选择时间</span>}
      width={WIDTH}
      okText="确定"
      cancelText="取消"
      onOk={give}
      onCancel={() => onClose(null)}
    >
      <Space style={{ paddingBlock: 16 }}>
        <Select
          value={start === '' ? null : start}
          aria-label="开始时间"
          placeholder="开始时间"
          virtual={false}
          style={{ width: 140 }}
          options={HOURS.map((hour) => ({ value: hour, label: hour }))}
          onChange={begin}
        />
        至
        <Select
          value={end === '' ? null : end}
          aria-label="结束时间"
          placeholder="结束时间"
          virtual={false}
          style={{ width: 140 }}
          options={HOURS.map((hour) => ({ value: hour, label: hour, disabled: !canEnd(hour, start, equal) }))}
          onChange={(next) => setRange({ start, end: next })}
        />
      </Space>
    </Dialog>
  )
}
