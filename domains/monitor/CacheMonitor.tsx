import { PageTabs } from '#kit/web/PageTabs.tsx'
import { BackupList } from './BackupList.tsx'
import { backupCalls } from './backup.calls.ts'
import { CacheGroups } from './CacheGroups.tsx'
import { cacheCalls } from './cache.calls.ts'
import { Machine } from './Machine.tsx'

const TABS = [
  { key: 'machine', label: '运行状态', call: cacheCalls.info, page: <Machine /> },
  { key: 'groups', label: '缓存', call: cacheCalls.names, page: <CacheGroups /> },
  { key: 'backup', label: '数据备份', call: backupCalls.list, page: <BackupList /> },
]

/** 缓存监控. Platform §13.2, §14.6. */
export default function CacheMonitor() {
  return <PageTabs tabs={TABS} />
}
