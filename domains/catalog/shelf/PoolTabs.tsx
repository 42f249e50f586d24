import { useSearchParams } from 'react-router'
import { CountTabs } from '#kit/web/list/CountTabs.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { useProductTab } from '../product/ProductTabs.tsx'
import { poolCalls } from './pool.calls.ts'

/** 已上架, 未上架, 待审核, 已驳回 with their counts under the other filters. Catalog D7. */
export function PoolTabs({ kind }: { kind: 'pay' | 'integral' }) {
  const [address] = useSearchParams()
  const { type, choose } = useProductTab('1')
  const { data } = useCall(
    poolCalls.tabs,
    { kind, keywords: address.get('keywords') ?? '', cateId: address.get('cateId') ?? '' },
    { keep: true, quiet: true },
  )
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
