/** Platform §1.3. */
export const JOBS_PAGE = '/systemMonitoring/timingTask'
export const JOB_LOG_PAGE = '/systemMonitoring/logTask'
export const ONLINE_PAGE = '/systemMonitoring/online'
export const BACKUP_PAGE = '/systemMonitoring/backup'
export const CACHE_PAGE = '/systemMonitoring/cache'
