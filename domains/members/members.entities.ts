import { memberConfig } from './config/memberConfig.entity.ts'
import { userGroup } from './group/userGroup.entity.ts'
import { groupBuyEmployee, groupBuying } from './groupBuying/groupBuying.entity.ts'
import { invitationCode, inviteRecord } from './invite/invite.entity.ts'
import { equityUse, systemUserLevel, userExperienceRecord, userLevel } from './level/level.entity.ts'
import { userPaidMember, vipOrder, vipPlan } from './membership/membership.entity.ts'
import { nameList } from './nameList/nameList.entity.ts'
import { sensitiveLog } from './privacy/sensitiveLog.entity.ts'
import { userErase } from './privacy/userErase.document.ts'
import { userExport } from './privacy/userExport.entity.ts'
import { userMerge } from './privacy/userMerge.document.ts'
import { userSign } from './sign/userSign.entity.ts'
import { tagRelation } from './tag/tagRelation.entity.ts'
import { userTag } from './tag/userTag.entity.ts'
import { userTagGroup } from './tag/userTagGroup.entity.ts'
import { vipTask, vipTaskRecord } from './task/vipTask.entity.ts'
import { user } from './user/user.entity.ts'
import { userFounds } from './user/userFounds.entity.ts'
import {
  userAddress,
  userCart,
  userFavourite,
  userIdentity,
  userVisitRecord,
} from './user/userParts.entity.ts'
import { userDayStat, userGoodsStat, userStat } from './user/userStat.entity.ts'

/** What the room stores with the fields that a person knows; its tables follow from them. Architecture §3. */
export const membersEntities = [
  user,
  userStat,
  userDayStat,
  userGoodsStat,
  userIdentity,
  userAddress,
  userVisitRecord,
  userCart,
  userFavourite,
  userGroup,
  userFounds,
  userTagGroup,
  userTag,
  tagRelation,
  nameList,
  systemUserLevel,
  userLevel,
  userExperienceRecord,
  equityUse,
  memberConfig,
  userSign,
  vipTask,
  vipTaskRecord,
  vipPlan,
  vipOrder,
  userPaidMember,
  invitationCode,
  inviteRecord,
  groupBuying,
  groupBuyEmployee,
  sensitiveLog,
  userMerge,
  userErase,
  userExport,
] as const
