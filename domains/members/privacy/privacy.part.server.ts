import { declareDemo } from '#kit/server/demo.ts'
import { declareTodo } from '#kit/server/home.ts'
import { declareKeptColumns } from '#kit/server/keptRows.ts'
import { declareEvent } from '#kit/server/outbox.ts'
import { declareRecord } from '#kit/server/records.ts'
import { joinServer } from '#kit/server/room.ts'
import { employeeImport } from '../groupBuying/employeeImport.server.ts'
import { groupBuyingCalls } from '../groupBuying/groupBuying.calls.ts'
import { groupBuying } from '../groupBuying/groupBuying.entity.ts'
import {
  companyHeard,
  employeeExport,
  employeeServed,
  groupBuyersOf,
  groupPart,
  groupServed,
  groupTick,
  waitingEmployees,
} from '../groupBuying/groupBuying.server.ts'
import { GROUP_ENDED } from '../groupBuying/groupLevel.server.ts'
import { inviteCalls } from '../invite/invite.calls.ts'
import { invitationCode } from '../invite/invite.entity.ts'
import { invitePart, inviteServed } from '../invite/invite.server.ts'
import { codeExpire, inviteConsumers } from '../invite/inviteJobs.server.ts'
import { memberCodeServed } from '../invite/memberCode.server.ts'
import { loginServed } from '../login/login.server.ts'
import { transferServed } from '../transfer/transfer.server.ts'
import { userImport } from '../transfer/userImport.server.ts'
import { moneyOfConsumers } from './accountMerge.server.ts'
import { fillComing, fillExports } from './demo.server.ts'
import { duplicatesServed } from './duplicates.server.ts'
import { memberErases } from './erases.server.ts'
import { memberMerges } from './merges.server.ts'
import { eraseJob, erasePart, eraseScene, eraseServed } from './userErase.server.ts'
import { EXPORT_LIST, exportCalls } from './userExport.calls.ts'
import { userExport } from './userExport.entity.ts'
import { exportGuards, exportScene, exportServed, exportTasks } from './userExport.server.ts'
import { mergePart, mergeServed } from './userMerge.server.ts'

/** How people come, company group buying, privacy and sign-in. Members §2.5, §5.2, §5.3, §10. */
export const privacyServer = joinServer(
  {
    served: [...inviteServed, memberCodeServed, ...groupServed, ...employeeServed, ...loginServed],
    tasks: [...invitePart.tasks, ...groupPart.tasks, employeeExport, employeeImport],
    jobs: [groupTick, codeExpire],
    consumers: [companyHeard, ...inviteConsumers],
    registers: [
      ...invitePart.registers,
      ...groupPart.registers,
      declareKeptColumns(groupBuying, ['name']),
      groupBuyersOf,
      declareEvent(GROUP_ENDED, ['uid', 'groupBuyingId']),
      declareRecord({ of: invitationCode, read: inviteCalls.info, page: '/user/invitationcode/info/{id}' }),
      declareRecord({ of: groupBuying, read: groupBuyingCalls.info, page: '/user/groupBuying/info/{id}' }),
      declareTodo('groupBuyEmployee', waitingEmployees),
      declareDemo('masters', fillComing),
      declareDemo('decisions', fillExports),
    ],
  },
  { ...mergePart, served: mergeServed },
  { ...erasePart, served: eraseServed },
  {
    served: [...exportServed, duplicatesServed, ...transferServed],
    tasks: [...exportTasks, userImport],
    jobs: [eraseJob],
    registers: [
      ...exportGuards,
      exportScene,
      eraseScene,
      ...memberMerges,
      ...memberErases,
      ...moneyOfConsumers,
      declareRecord({ of: userExport, read: exportCalls.info, page: `${EXPORT_LIST}/info/{id}` }),
    ],
  },
)
