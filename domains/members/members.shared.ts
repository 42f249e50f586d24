import { joinFacts, type RoomFacts } from '#kit/shared/room.ts'
import { levelFacts } from './level/level.part.ts'
import { membersEntities } from './members.entities.ts'
import pages from './pages.ts'
import { privacyFacts } from './privacy/privacy.part.ts'
import { tagFacts } from './tag/tag.part.ts'
import { userFacts } from './user/user.part.ts'

/**
 * Whom something is for, as fields of entities of rooms above. Members §4.5.
 * @public
 */
export { type Audience, audienceFields, CUSTOMER_SCOPES } from './rule/audience.ts'
/**
 * Rules about consumers, as fields of entities of rooms above. Members §4.5.
 * @public
 */
export { neededRule, ruleField } from './rule/rule.field.ts'

/** Doors §2, layer 10. */
export const membersFacts: RoomFacts = {
  name: 'members',
  layer: 10,
  label: '会员',
  entities: membersEntities,
  ...joinFacts(userFacts, levelFacts, tagFacts, privacyFacts),
  pages,
}
