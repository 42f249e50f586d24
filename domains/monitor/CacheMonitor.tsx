import { PageTabs } from '#kit/web/PageTabs.tsx'
import { CacheGroups } from './CacheGroups.tsx'
import { cacheCalls } from './cache.calls.ts'
import { Machine } from './Machine.tsx'

const TABS = [
  { key: 'machine', label: '运行状态', call: cacheCalls.info, page: <Machine /> },
  { key: 'groups', label: '缓存', call: cacheCalls.names, page: <CacheGroups /> },
]

/** 缓存监控. Platform §13.2. */
export default function CacheMonitor() {
  return <PageTabs tabs={TABS} />
}
