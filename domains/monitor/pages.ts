import { directory, type Page, page } from '#kit/shared/pages.ts'
import { CACHE_PAGE, JOB_LOG_PAGE } from './monitor.addresses.ts'

/** Platform §1.3. */
const pages: readonly Page[] = [
  directory('monitor', '系统监控', { icon: 'DashboardOutlined', sort: 10 }, [
    page('monitor.log', '系统日志', '/systemLog', () => import('./SystemLog.tsx')),
    page('monitor.cache', '缓存监控', CACHE_PAGE, () => import('./CacheMonitor.tsx')),
    page('monitor.backup', '数据备份', '/systemMonitoring/backup', () => import('./BackupList.tsx')),
    page('monitor.online', '在线用户', '/systemMonitoring/online', () => import('./OnlineList.tsx')),
    page('monitor.job', '定时任务', '/systemMonitoring/timingTask', () => import('./JobList.tsx')),
    page('monitor.jobLog', '任务日志', JOB_LOG_PAGE, () => import('./JobLogList.tsx')),
  ]),
]

export default pages
