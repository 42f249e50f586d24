import { userGroup } from './group/userGroup.entity.ts'
import { user } from './user/user.entity.ts'
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
] as const
