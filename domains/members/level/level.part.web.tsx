import { declareMasterOptions } from '#kit/web/refs.ts'
import type { WebPart } from '#kit/web/room.ts'

/** Levels, growth, membership, tasks, sign-in and configuration. Members §3. */
export const levelWeb: WebPart = {
  register() {
    declareMasterOptions('systemUserLevel', '会员等级', '/admin/system/user/level', '/user/grade')
    declareMasterOptions('vipTask', '会员任务', '/admin/user/task', '/user/task')
  },
}
