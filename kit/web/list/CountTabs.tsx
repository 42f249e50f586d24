import { Select, Tabs } from 'antd'
import { useIsPhone } from '#kit/web/useScreen.ts'

interface CountTabsProps {
  /** the labels tell how many rows there are */
  items: readonly { key: string; label: string }[]
  active: string
  onChange(key: string): void
}

/** The tabs above a list; on phones, where a row of tabs has no room, a choice. Frame §5. */
export function CountTabs({ items, active, onChange }: CountTabsProps) {
  const phone = useIsPhone()
  if (phone)
    return (
      <Select<string>
        className="k-fill k-tabs-choice"
        aria-label="状态"
        value={active}
        options={items.map(({ key, label }) => ({ value: key, label }))}
        onChange={onChange}
      />
    )
  return <Tabs size="small" activeKey={active} items={[...items]} onChange={onChange} />
}
