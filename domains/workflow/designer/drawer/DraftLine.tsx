import { Input } from 'antd'
import { useId } from 'react'
import { Line, saidOf } from './Line.tsx'
import { useDraft } from './useDraft.ts'

interface DraftLineProps {
  label: string
  help?: string | undefined
  value: string
  set(text: string): void
  faultOf?: ((text: string) => string | null) | undefined
  /** several lines; an expression looks like one */
  area?: 'plain' | 'code'
}

/** A labelled text, written once the person pauses. */
export function DraftLine({ label, help, value, set, faultOf, area }: DraftLineProps) {
  const id = useId()
  const draft = useDraft(value, set)
  const fault = faultOf?.(draft.text) ?? null
  const common = { id, value: draft.text, ...saidOf(id, fault), onBlur: draft.flush }
  return (
    <Line id={id} label={label} help={help} fault={fault}>
      {area === undefined ? (
        <Input {...common} maxLength={1000} onChange={(event) => draft.type(event.target.value)} />
      ) : (
        <Input.TextArea
          {...common}
          className={area === 'code' ? 'k-code' : ''}
          autoSize={{ minRows: area === 'code' ? 1 : 3, maxRows: 6 }}
          maxLength={2000}
          onChange={(event) => draft.type(event.target.value)}
        />
      )}
    </Line>
  )
}
