import type { RoomRoute } from '#kit/web/room.ts'
import { BACKUP_PAGE, CACHE_PAGE, JOB_LOG_PAGE, JOBS_PAGE, ONLINE_PAGE } from './monitor.pages.ts'

const screens: readonly RoomRoute[] = [
  { path: '/systemLog', title: '系统日志', lazy: () => import('./SystemLog.tsx') },
  { path: ONLINE_PAGE, title: '在线用户', lazy: () => import('./OnlineList.tsx') },
  { path: CACHE_PAGE, title: '缓存监控', lazy: () => import('./CacheMonitor.tsx') },
  { path: BACKUP_PAGE, title: '数据备份', lazy: () => import('./BackupList.tsx') },
  { path: JOBS_PAGE, title: '定时任务', lazy: () => import('./JobList.tsx') },
  { path: JOB_LOG_PAGE, title: '任务日志', lazy: () => import('./JobLogList.tsx') },
]

export default screens
