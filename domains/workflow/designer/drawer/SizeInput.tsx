import { InputNumber } from 'antd'
import { useEffect, useId, useRef, useState } from 'react'
import { SIZES } from '../../model/names.ts'
import { FIELD_LABELS } from '../../model/texts.ts'
import { MIN_SIZE, SIZE_STEP, snapSize, textIn } from './edit.ts'
import { useEditing } from './editing.ts'
import { Line } from './Line.tsx'

const USUAL = SIZES.task

/** Width and height in steps of 5; what was typed moves to the nearest one when the input is left. Workflow §2.1. */
export function SizeInput() {
  const { properties, resize } = useEditing()
  const width = snapSize(textIn(properties, 'width'), USUAL.width)
  const height = snapSize(textIn(properties, 'height'), USUAL.height)
  return (
    <div className="wf-pair">
      <SideInput
        label={FIELD_LABELS.width}
        size={width}
        usual={USUAL.width}
        set={(to) => resize(to, height)}
      />
      <SideInput
        label={FIELD_LABELS.height}
        size={height}
        usual={USUAL.height}
        set={(to) => resize(width, to)}
      />
    </div>
  )
}

interface SideInputProps {
  label: string
  size: number
  usual: number
  set(size: number): void
}

function SideInput({ label, size, usual, set }: SideInputProps) {
  const { pending } = useEditing()
  const id = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const latest = useRef<() => boolean>(() => true)
  const take = () => {
    if (typed !== null) {
      setTyped(null)
      const to = snapSize(typed, usual)
      if (to !== size) set(to)
    }
    return true
  }
  useEffect(() => {
    latest.current = take
  })
  useEffect(() => {
    const flush = () => latest.current()
    pending.add(flush)
    return () => {
      pending.delete(flush)
    }
  }, [pending])
  return (
    <Line id={id} label={label}>
      <InputNumber<string>
        id={id}
        className="k-fill"
        // As text, so that what is no number can be typed and told apart from nothing.
        stringMode
        value={typed ?? String(size)}
        min={String(MIN_SIZE)}
        step={SIZE_STEP}
        changeOnBlur={false}
        onInput={setTyped}
        onStep={(value) => {
          setTyped(null)
          set(snapSize(value, usual))
        }}
        onPressEnter={take}
        onBlur={take}
      />
    </Line>
  )
}
