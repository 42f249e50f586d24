import { declareCache } from '#kit/server/cache.ts'
import { declareDemo } from '#kit/server/demo.ts'
import { declareGrant } from '#kit/server/grant.ts'
import { declareStep, hasRows } from '#kit/server/home.ts'
import { declareEntityRef } from '#kit/server/refs.ts'
import { joinServer } from '#kit/server/room.ts'
import { configServer } from '../config/config.server.ts'
import { membershipServer } from '../membership/membership.server.ts'
import { vipPaymentServer } from '../membership/vipPayment.server.ts'
import { signServer } from '../sign/sign.server.ts'
import { taskServer } from '../task/task.server.ts'
import { fillLevels } from './demo.server.ts'
import { experienceGrant } from './experience.server.ts'
import { growthConsumers } from './growth.server.ts'
import { levelCalls } from './level.calls.ts'
import { systemUserLevel } from './level.entity.ts'
import { levelJobs } from './level.jobs.server.ts'
import { levelServed } from './level.server.ts'
import { levelCache } from './levels.server.ts'
import { levelRegistrations } from './moveLevel.server.ts'
import { reconcileJob } from './reconcile.server.ts'
import { logExport, recordServed } from './records.server.ts'
import { termsCache } from './terms.server.ts'

const levels = {
  served: [...levelServed, ...recordServed],
  jobs: [...levelJobs, reconcileJob],
  tasks: [logExport],
  consumers: growthConsumers,
  registers: [
    ...levelRegistrations,
    declareDemo('masters', fillLevels),
    declareCache(levelCache),
    declareCache(termsCache),
    declareGrant('experience', experienceGrant),
    declareEntityRef(systemUserLevel.name, 'name', { column: 'isShow', value: 1 }),
    declareStep(
      'memberLevel',
      hasRows(systemUserLevel, {
        label: '建立会员等级',
        hint: '用户中心 / 用户等级',
        to: '/user/grade',
        permission: levelCalls.save.permission,
      }),
    ),
  ],
}

/** Levels, growth, membership, tasks, sign-in and configuration. Members §3. */
export const levelServer = joinServer(
  levels,
  membershipServer,
  vipPaymentServer,
  taskServer,
  signServer,
  configServer,
)
