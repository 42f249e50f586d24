import { button, menuPage, type RoomFacts } from '#kit/shared/room.ts'
import { backupCalls } from './backup.calls.ts'
import { backup } from './backup.entity.ts'
import { cacheCalls } from './cache.calls.ts'
import { jobCalls, jobLogCalls } from './job.calls.ts'
import { clientError, logCalls } from './log.calls.ts'
import { BACKUP_PAGE, CACHE_PAGE, JOB_LOG_PAGE, JOBS_PAGE, ONLINE_PAGE } from './monitor.pages.ts'
import { onlineCalls } from './online.calls.ts'

/** Doors §2, layer 5: nobody calls it. */
export const monitorFacts: RoomFacts = {
  name: 'monitor',
  layer: 5,
  label: '系统监控',
  entities: [backup],
  calls: [
    ...Object.values(logCalls),
    clientError,
    ...Object.values(backupCalls),
    ...Object.values(jobCalls),
    ...Object.values(jobLogCalls),
    ...Object.values(onlineCalls),
    ...Object.values(cacheCalls),
  ],
  menus: [
    {
      key: 'monitor',
      name: '系统监控',
      icon: 'DashboardOutlined',
      sort: 10,
      children: [
        menuPage('monitor.log', '系统日志', '/systemLog', {
          reads: [logCalls.operList, logCalls.loginList, logCalls.errorList, logCalls.outCallList],
          buttons: [button('导出', logCalls.exportLog), button('校验', logCalls.verify)],
        }),
        menuPage('monitor.cache', '缓存监控', CACHE_PAGE, {
          calls: cacheCalls,
          reads: [cacheCalls.names, cacheCalls.keys, cacheCalls.value],
          buttons: [button('清理', cacheCalls.clear)],
        }),
        menuPage('monitor.backup', '数据备份', BACKUP_PAGE, {
          // One right for all of it: who may look after backups makes and fetches them.
          reads: [backupCalls.list, backupCalls.create, backupCalls.verify, backupCalls.download],
        }),
        menuPage('monitor.online', '在线用户', ONLINE_PAGE, {
          calls: onlineCalls,
          buttons: [button('强退', onlineCalls.forceLogout)],
        }),
        menuPage('monitor.job', '定时任务', JOBS_PAGE, {
          calls: jobCalls,
          buttons: [
            button('新增', jobCalls.add),
            button('暂停/启用', jobCalls.suspend, jobCalls.start),
            button('执行一次', jobCalls.trigger),
          ],
        }),
        menuPage('monitor.jobLog', '任务日志', JOB_LOG_PAGE, {
          calls: jobLogCalls,
          buttons: [button('清空', jobLogCalls.clear)],
        }),
      ],
    },
  ],
}
