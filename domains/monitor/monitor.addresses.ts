/** Pages that others lead to. Platform §1.3. */
export const JOB_LOG_PAGE = '/systemMonitoring/logTask'
export const CACHE_PAGE = '/systemMonitoring/cache'
