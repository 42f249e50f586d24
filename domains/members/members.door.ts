import './members.tables.ts'

/** What orders use of company group buying. Doors §4. */
export {
  type GroupBuyTerms,
  getGroupBuyTerms,
  giveGroupMonth,
  takeGroupMonth,
} from './groupBuying/month.server.ts'
/** What rooms above use of levels, growth and benefits. Doors §4. */
export { giveEquity, useEquity } from './level/equity.server.ts'
export { type ExperiencePosted, type ExperiencePosting, postExperience } from './level/experience.server.ts'
export { getMemberTerms, type MemberTerms } from './level/terms.server.ts'
export { checkName, isWhite, type NameFacts } from './nameList/check.server.ts'
export { audienceCount, audienceStream, checkAudience, inAudience } from './rule/audience.server.ts'
export { checkRule, ruleText } from './rule/check.server.ts'
export { isMeant } from './rule/compile.server.ts'
export {
  type ConditionAt,
  type ConditionFacts,
  daysSince,
  declareCondition,
  type Source,
} from './rule/condition.server.ts'
export { declareRules } from './rule/uses.server.ts'
export { giveTags, takeTags } from './tag/hand.server.ts'
export { touchTags } from './tag/moves.server.ts'
/** @public */
export { declareUserMoments, declareUserRecords } from './user/userRecords.server.ts'
