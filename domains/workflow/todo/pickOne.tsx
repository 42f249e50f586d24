import { Radio, Space } from 'antd'
import { useState } from 'react'
import { Dialog } from '#kit/web/Dialog.tsx'
import { openDialog } from '#kit/web/host.tsx'

const WIDTH = 420

interface Option {
  value: string
  label: string
}

/** Chooses one of a few; null when the person gave up. */
export function pickOne(title: string, label: string, options: readonly Option[]): Promise<string | null> {
  return openDialog<string | null>((close) => (
    <PickOne title={title} label={label} options={options} onClose={close} />
  ))
}

interface PickOneProps {
  title: string
  label: string
  options: readonly Option[]
  onClose(value: string | null): void
}

function PickOne({ title, label, options, onClose }: PickOneProps) {
  const [chosen, setChosen] = useState(options[0]?.value ?? '')
  return (
    <Dialog
      title={title}
      width={WIDTH}
      okText="确定"
      cancelText="取消"
      onOk={() => onClose(chosen === '' ? null : chosen)}
      onCancel={() => onClose(null)}
    >
      <Radio.Group
        aria-label={label}
        value={chosen}
        onChange={(event) => setChosen(String(event.target.value))}
      >
        <Space orientation="vertical">
          {options.map((one) => (
            <Radio key={one.value} value={one.value}>
              {one.label}
            </Radio>
          ))}
        </Space>
      </Radio.Group>
    </Dialog>
  )
}
