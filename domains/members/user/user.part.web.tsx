import { readAt } from '#kit/shared/standardCalls.ts'
import { declareMasterOptions, declareRefOptions } from '#kit/web/refs.ts'
import type { WebPart } from '#kit/web/room.ts'
import type { userCalls } from './user.calls.ts'

/** Users and their groups. Members §2, §4.1. */
export const userWeb: WebPart = {
  register() {
    declareRefOptions('user', {
      call: readAt<typeof userCalls.options>('/admin/user/stringify'),
      title: '用户',
      page: '/user/index',
      offers: true,
    })
    declareMasterOptions('userGroup', '用户分组', '/admin/user/group', '/user/group')
  },
}
