import { AutoComplete } from 'antd'
import { useState } from 'react'
import type { NamedChoice } from './host.types.ts'
import { useDraft } from './useDraft.ts'

interface NamedBoxProps {
  id?: string
  'aria-label'?: string
  'aria-describedby'?: string | undefined
  /** the name that is kept */
  value: string
  /** names with what they are called */
  known: readonly NamedChoice[]
  /** as they are offered, e.g. in groups */
  options: readonly (NamedChoice | { label: string; options: NamedChoice[] })[]
  onChange(name: string): void
}

/** A name among those that are known, shown as what it is called; another one can be typed, and is shown as it is. */
export function NamedBox({ value, known, options, onChange, ...input }: NamedBoxProps) {
  const draft = useDraft(value, onChange)
  // What is being typed must not turn into something else under the hand.
  const [typing, setTyping] = useState<string | null>(null)
  const nameOf = (text: string) => {
    const called = known.filter(({ label }) => label === text.trim())
    return called.length === 1 && called[0] !== undefined ? called[0].value : text.trim()
  }
  return (
    <AutoComplete
      {...input}
      className="k-fill"
      value={typing ?? labelIn(known, draft.text) ?? draft.text}
      options={[...options]}
      allowClear
      placeholder={options.length > 0 ? '选择或输入' : '请输入'}
      showSearch={{
        // Who has typed nothing looks for another one.
        filterOption: (typed, option) =>
          typing === null ||
          (option !== undefined && 'value' in option && `${option.value}${option.label}`.includes(typed)),
      }}
      onChange={(text) => {
        setTyping(text ?? '')
        draft.type(nameOf(text ?? ''))
      }}
      onSelect={() => {
        setTyping(null)
        draft.flush()
      }}
      onBlur={() => {
        setTyping(null)
        draft.flush()
      }}
    />
  )
}

/** What a name is called; undefined when it is not known. */
export function labelIn(known: readonly NamedChoice[], name: string): string | undefined {
  return known.find(({ value }) => value === name)?.label
}
