import { declareForms } from '#domains/settings/settings.door.ts'
import { declareDemo } from '#kit/server/demo.ts'
import { declareFigure, declareStep, hasRows, madePerDay } from '#kit/server/home.ts'
import { declareEvent } from '#kit/server/outbox.ts'
import { declareRecord } from '#kit/server/records.ts'
import { declareEntityRef } from '#kit/server/refs.ts'
import { joinServer } from '#kit/server/room.ts'
import { groupClear, groupServed } from '../group/userGroup.server.ts'
import { appleForm } from '../login/apple.server.ts'
import { fillUsers } from './demo.server.ts'
import { foundsServed } from './founds.server.ts'
import { revealServed } from './reveal.server.ts'
import { statRepair } from './statRepair.server.ts'
import { userCalls } from './user.calls.ts'
import { user } from './user.entity.ts'
import { actServed, phoneScene } from './userActs.server.ts'
import { userBatchPack, userBatchServed } from './userBatch.server.ts'
import { detailRegistrations, detailServed } from './userDetail.server.ts'
import { userConsumers } from './userEvents.server.ts'
import { listServed } from './userListServed.server.ts'

const USERS = '/user/index'

/** Users and their groups. Members §2, §4.1. */
export const userServer = joinServer({
  served: [
    ...listServed,
    ...detailServed,
    ...actServed,
    ...foundsServed,
    revealServed,
    ...groupServed,
    ...userBatchServed,
  ],
  tasks: [userBatchPack],
  jobs: [statRepair, groupClear],
  consumers: userConsumers,
  registers: [
    ...declareForms(appleForm),
    declareDemo('masters', fillUsers),
    declareEvent('user.registered', ['uid', 'channelId', 'userType', 'inviteCodeId', 'spreadUid']),
    declareEntityRef('user', 'nickname', { column: 'status', value: 1 }, { column: 'lifeStatus', value: 0 }),
    declareEntityRef('userGroup', 'groupName'),
    declareRecord({ of: user, read: userCalls.info, page: '/user/detail/{id}' }),
    declareFigure(
      'newUsers',
      madePerDay(user, { label: '新增用户', unit: '人', to: USERS, permission: userCalls.list.permission }),
    ),
    declareStep(
      'user',
      hasRows(user, {
        label: '新增或导入第一批用户',
        hint: '用户中心 / 用户管理',
        to: USERS,
        permission: userCalls.save.permission,
      }),
    ),
    phoneScene,
    ...detailRegistrations,
  ],
})
