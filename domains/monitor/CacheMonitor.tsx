import { Tabs } from 'antd'
import { useSearchParams } from 'react-router'
import { mayCall } from '#kit/web/session.ts'
import { BackupList } from './BackupList.tsx'
import { backupCalls } from './backup.calls.ts'
import { CacheGroups } from './CacheGroups.tsx'
import { cacheCalls } from './cache.calls.ts'
import { Machine } from './Machine.tsx'

const TABS = [
  { key: 'machine', label: '运行状态', call: cacheCalls.info, View: Machine },
  { key: 'groups', label: '缓存', call: cacheCalls.names, View: CacheGroups },
  { key: 'backup', label: '数据备份', call: backupCalls.list, View: BackupList },
]

/** 缓存监控. Platform §13.2, §14.6. */
export default function CacheMonitor() {
  const [params, setParams] = useSearchParams()
  const tabs = TABS.filter((tab) => mayCall(tab.call))
  const active = tabs.find((tab) => tab.key === params.get('tab')) ?? tabs[0]
  return (
    <>
      <Tabs
        activeKey={active?.key ?? ''}
        items={tabs.map(({ key, label }) => ({ key, label }))}
        // Filters and page of one tab mean nothing to the other.
        onChange={(tab) => setParams({ tab }, { replace: true })}
      />
      {active !== undefined && <active.View key={active.key} />}
    </>
  )
}
