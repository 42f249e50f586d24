import { button, type RoomFacts } from '#kit/shared/room.ts'
import { backupCalls } from './backup.calls.ts'
import { cacheCalls } from './cache.calls.ts'
import { jobCalls, jobLogCalls } from './job.calls.ts'
import { clientError, logCalls } from './log.calls.ts'
import { monitorEntities } from './monitor.entities.ts'
import { onlineCalls } from './online.calls.ts'
import pages from './pages.ts'

/** Doors §2, layer 5: nobody calls it. */
export const monitorFacts: RoomFacts = {
  name: 'monitor',
  layer: 5,
  label: '系统监控',
  entities: monitorEntities,
  calls: [
    ...Object.values(logCalls),
    clientError,
    ...Object.values(backupCalls),
    ...Object.values(jobCalls),
    ...Object.values(jobLogCalls),
    ...Object.values(onlineCalls),
    ...Object.values(cacheCalls),
  ],
  pages,
  rights: {
    'monitor.log': {
      reads: [logCalls.operList, logCalls.loginList, logCalls.errorList, logCalls.outCallList],
      buttons: [button('导出', logCalls.exportLog), button('校验', logCalls.verify)],
    },
    'monitor.cache': {
      calls: cacheCalls,
      reads: [cacheCalls.names, cacheCalls.keys, cacheCalls.value],
      buttons: [button('清理', cacheCalls.clear)],
    },
    'monitor.backup': {
      // One right for all of it: who may look after backups makes and fetches them.
      reads: [backupCalls.list, backupCalls.create, backupCalls.verify, backupCalls.download],
    },
    'monitor.online': { calls: onlineCalls, buttons: [button('强退', onlineCalls.forceLogout)] },
    'monitor.job': {
      calls: jobCalls,
      buttons: [
        button('新增', jobCalls.add),
        button('暂停/启用', jobCalls.suspend, jobCalls.start),
        button('执行一次', jobCalls.trigger),
      ],
    },
    'monitor.jobLog': { calls: jobLogCalls, buttons: [button('清空', jobLogCalls.clear)] },
  },
}
