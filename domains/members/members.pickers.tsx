/** What screens of rooms above use of consumers: whom something is for, and rules about them. Members §4.5. */
export { AUDIENCE_INPUTS, audienceHidden } from './rule/AudienceInput.tsx'
export { RuleInput } from './rule/RuleInput.tsx'
