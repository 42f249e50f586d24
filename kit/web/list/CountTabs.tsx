import { Select } from 'antd'
import { type KeyboardEvent, useRef } from 'react'
import { useIsPhone } from '#kit/web/useScreen.ts'

interface CountTabsProps {
  /** the labels tell how many rows there are */
  items: readonly { key: string; label: string }[]
  active: string
  /** what is chosen, for those who do not see it */
  label?: string
  onChange(key: string): void
}

/** The tabs above a list; on phones, where a row of tabs has no room, a choice. Frame §5. */
export function CountTabs({ items, active, label = '状态', onChange }: CountTabsProps) {
  const phone = useIsPhone()
  // They are still on their way; what stands below must not move when they come.
  if (items.length === 0) return <div className="k-tabs" />
  if (phone)
    return (
      <Select<string>
        className="k-fill k-tabs-choice"
        aria-label={label}
        value={active}
        options={items.map(({ key, label }) => ({ value: key, label }))}
        onChange={onChange}
      />
    )
  return <TabRow items={items} active={active} onChange={onChange} />
}

/** A row of tabs without pages of its own, much lighter than the library's, which every list would load. */
function TabRow({ items, active, onChange }: CountTabsProps) {
  const row = useRef<HTMLDivElement>(null)
  const onKey = (event: KeyboardEvent, at: number) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    row.current?.querySelectorAll('button')[(at + step + items.length) % items.length]?.focus()
  }
  return (
    <div className="k-tabs" role="tablist" ref={row}>
      {items.map(({ key, label }, at) => (
        <button
          key={key}
          type="button"
          role="tab"
          aria-selected={key === active}
          tabIndex={key === active ? 0 : -1}
          onClick={() => onChange(key)}
          onKeyDown={(event) => onKey(event, at)}
        >
          {label}
        </button>
      ))}
    </div>
  )
}
