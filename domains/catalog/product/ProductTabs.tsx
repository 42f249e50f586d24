import { useSearchParams } from 'react-router'
import type { Call } from '#kit/shared/call.ts'
import { CountTabs } from '#kit/web/list/CountTabs.tsx'
import { useCall } from '#kit/web/useCall.ts'

interface TabCount {
  name: string
  count: number
  type: number
  more?: boolean | undefined
}

type TabsCall = Call<unknown, unknown, unknown, TabCount[]>

/** Not filters: they change nothing about how many rows there are. */
const PAGING = ['type', 'page', 'limit', 'sortBy', 'sortOrder']

/** The tab of a product list as it stands in the address, and how to change it. */
export function useProductTab(first: string): { type: string; choose(type: string): void } {
  const [address, setAddress] = useSearchParams()
  return {
    type: address.get('type') ?? first,
    choose: (type) =>
      setAddress(
        (now) => {
          const next = new URLSearchParams(now)
          next.set('type', type)
          next.delete('page')
          return next
        },
        { replace: true },
      ),
  }
}

interface ProductTabsProps {
  call: TabsCall
  first: string
  /** input that is always sent */
  fixed?: Readonly<Record<string, unknown>>
}

/** The tabs above a product list with their counts under the other filters. Catalog §2.3, §3.1, D7. */
export function ProductTabs({ call, first, fixed }: ProductTabsProps) {
  const [address] = useSearchParams()
  const { type, choose } = useProductTab(first)
  const filters = Object.fromEntries([...address].filter(([name]) => !PAGING.includes(name)))
  const { data } = useCall(call, { ...filters, ...fixed }, { keep: true, quiet: true })
  return (
    <CountTabs
      active={type}
      items={(data ?? []).map((one) => ({
        key: String(one.type),
        label: `${one.name} (${one.count.toLocaleString()}${one.more ? '+' : ''})`,
      }))}
      onChange={choose}
    />
  )
}
