import { button, type RoomFacts } from '#kit/shared/room.ts'
import { backupCalls } from './backup.calls.ts'
import { backup } from './backup.entity.ts'
import { clientError, logCalls } from './log.calls.ts'

/** Doors §2, layer 5: nobody calls it. */
export const monitorFacts: RoomFacts = {
  name: 'monitor',
  layer: 5,
  label: '系统监控',
  entities: [backup],
  calls: [...Object.values(logCalls), clientError, ...Object.values(backupCalls)],
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
          ],
          buttons: [
            button('导出', logCalls.exportLog),
            button(
              '数据备份',
              backupCalls.list,
              backupCalls.create,
              backupCalls.verify,
              backupCalls.download,
            ),
          ],
        },
      ],
    },
  ],
}
