import { button, type RoomFacts } from '#kit/shared/room.ts'
import { backupCalls } from './backup.calls.ts'
import { backup } from './backup.entity.ts'
import { cacheCalls } from './cache.calls.ts'
import { jobCalls, jobLogCalls } from './job.calls.ts'
import { clientError, logCalls } from './log.calls.ts'
import { CACHE_PAGE, JOB_LOG_PAGE, JOBS_PAGE, ONLINE_PAGE } from './monitor.pages.ts'
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
        {
          key: 'monitor.log',
          name: '系统日志',
          path: '/systemLog',
          permissions: [
            logCalls.operList.permission,
            logCalls.loginList.permission,
            logCalls.errorList.permission,
            logCalls.outCallList.permission,
          ],
          buttons: [button('导出', logCalls.exportLog), button('校验', logCalls.verify)],
        },
        {
          key: 'monitor.cache',
          name: '缓存监控',
          path: CACHE_PAGE,
          permissions: [
            cacheCalls.info.permission,
            cacheCalls.names.permission,
            cacheCalls.keys.permission,
            cacheCalls.value.permission,
          ],
          buttons: [
            button('清理', cacheCalls.clear),
            button(
              '数据备份',
              backupCalls.list,
              backupCalls.create,
              backupCalls.verify,
              backupCalls.download,
            ),
          ],
        },
        {
          key: 'monitor.online',
          name: '在线用户',
          path: ONLINE_PAGE,
          permissions: [onlineCalls.list.permission],
          buttons: [button('强退', onlineCalls.forceLogout), button('导出', onlineCalls.exportRows)],
        },
        {
          key: 'monitor.job',
          name: '定时任务',
          path: JOBS_PAGE,
          permissions: [jobCalls.list.permission],
          buttons: [
            button('新增', jobCalls.add),
            button('编辑', jobCalls.update),
            button('暂停/启用', jobCalls.suspend, jobCalls.start),
            button('删除', jobCalls.remove),
            button('执行一次', jobCalls.trigger),
          ],
        },
        {
          key: 'monitor.jobLog',
          name: '任务日志',
          path: JOB_LOG_PAGE,
          permissions: [jobLogCalls.list.permission],
          buttons: [button('清空', jobLogCalls.clear), button('导出', jobLogCalls.exportRows)],
        },
      ],
    },
  ],
}
