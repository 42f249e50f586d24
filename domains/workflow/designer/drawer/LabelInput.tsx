import { Input } from 'antd'
import { useId } from 'react'
import { FIELD_LABELS } from '../../model/texts.ts'
import { Line } from './Line.tsx'
import { useDraft } from './useDraft.ts'

const PAUSE_MS = 100

/** 显示名称: the drawing shows it while it is typed. Workflow §2.1. */
export function LabelInput({ text, onChange }: { text: string; onChange(text: string): void }) {
  const id = useId()
  const draft = useDraft(text, onChange, PAUSE_MS)
  return (
    <Line id={id} label={FIELD_LABELS.displayName}>
      <Input
        id={id}
        value={draft.text}
        maxLength={200}
        onChange={(event) => draft.type(event.target.value)}
        onPressEnter={draft.flush}
        onBlur={draft.flush}
      />
    </Line>
  )
}
