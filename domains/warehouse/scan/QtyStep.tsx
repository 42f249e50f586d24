import { MinusOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, InputNumber, Segmented } from 'antd'
import { useState } from 'react'

interface QtyStepProps {
  /** so many scans in one */
  times: number
  onChange(times: number): void
  boxQty: number
  unit: string
}

/** How many the next scan means, in pieces or boxes; one again after it. Warehouse §7. */
export function QtyStep({ times, onChange, boxQty, unit }: QtyStepProps) {
  const [inBoxes, setInBoxes] = useState(false)
  const per = inBoxes && boxQty > 1 ? boxQty : 1
  const shown = times / per
  const set = (next: number) => onChange(Math.max(per === 1 ? 0.001 : per, next * per))
  return (
    <div className="w-scan-step">
      <span>每扫</span>
      <Button
        icon={<MinusOutlined />}
        aria-label="减少"
        disabled={shown <= 1}
        onClick={() => set(shown - 1)}
      />
      <InputNumber
        controls={false}
        min={0.001}
        precision={shown % 1 === 0 ? 0 : 3}
        value={shown}
        inputMode="decimal"
        aria-label="每扫数量"
        onChange={(next) => set(next ?? 1)}
      />
      <Button icon={<PlusOutlined />} aria-label="增加" onClick={() => set(shown + 1)} />
      {boxQty > 1 ? (
        <Segmented
          options={[
            { value: 'piece', label: unit || '件' },
            { value: 'box', label: '箱' },
          ]}
          value={inBoxes ? 'box' : 'piece'}
          onChange={(next) => {
            setInBoxes(next === 'box')
            onChange(next === 'box' ? boxQty : 1)
          }}
        />
      ) : (
        <span>{unit}</span>
      )}
    </div>
  )
}
