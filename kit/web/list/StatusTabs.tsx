import { trust } from '#kit/shared/loose.ts'
import { useCall } from '#kit/web/useCall.ts'
import { CountTabs } from './CountTabs.tsx'
import type { ListTabs } from './listProps.ts'
import type { ListState } from './useListState.ts'

interface StatusTabsProps {
  tabs: ListTabs
  state: ListState
  fixed: Readonly<Record<string, unknown>> | undefined
}

const NO_COUNTS: NonNullable<ListTabs['counts']> = trust({ path: '' })

export function StatusTabs({ tabs, state, fixed = {} }: StatusTabsProps) {
  const others = Object.entries(state.filters).filter(([name]) => name !== tabs.name)
  const { data: counts } = useCall(
    tabs.counts ?? NO_COUNTS,
    { ...Object.fromEntries(others), ...fixed },
    { enabled: tabs.counts !== undefined, keep: true, quiet: true },
  )
  const label = (value: string, text: string) => {
    const count = counts?.[value]
    return count === undefined ? text : `${text} (${count.toLocaleString()})`
  }
  return (
    <CountTabs
      active={state.filters[tabs.name] ?? ''}
      items={[
        { key: '', label: label('', '全部') },
        ...tabs.items.map((one) => ({
          key: String(one.value),
          label: label(String(one.value), one.label),
        })),
      ]}
      onChange={(key) => state.set({ filters: { [tabs.name]: key } })}
    />
  )
}
