import { useState } from 'react'
import { ariaOf, type CellProps, type FieldUi, type InputProps, isNone, NONE } from '#kit/web/fieldUi.ts'
import { lazyInput } from '#kit/web/lazyInput.tsx'

const LongInput = lazyInput(() => import('#kit/web/LongInput.tsx'), 'long')

const printed = (value: unknown) =>
  isNone(value) ? '' : typeof value === 'string' ? value : JSON.stringify(value, null, 2)

/** A structured value as its text; a screen that knows its structure brings an input of its own. */
function JsonInput(props: InputProps) {
  const { value, onChange, id, disabled } = props
  const [draft, setDraft] = useState<string | null>(null)
  // As it was typed, until the value comes from elsewhere: text that moved when it is left would carry away the button
  // that is being pressed.
  const kept = draft !== null && JSON.stringify(parsed(draft)) === JSON.stringify(value) ? draft : null
  return (
    <LongInput
      {...ariaOf(props)}
      id={id}
      className="k-code"
      value={kept ?? printed(value)}
      disabled={disabled}
      autoSize={{ minRows: 3, maxRows: 16 }}
      onChange={(event) => {
        const text = event.target.value
        setDraft(text)
        onChange(parsed(text))
      }}
    />
  )
}

// Text that is no JSON is sent as it is: the field's own check then says what is wrong with it.
function parsed(text: string): unknown {
  if (text.trim() === '') return null
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function JsonCell({ value, wide }: CellProps) {
  if (isNone(value)) return <>{NONE}</>
  return wide ? <pre className="k-code">{printed(value)}</pre> : JSON.stringify(value)
}

export const jsonUi: FieldUi = { Input: JsonInput, Cell: JsonCell }
