import { CHANNELS } from '#domains/settings/settings.shared.ts'
import { choice, choices, refs } from '#kit/fields/shared.ts'
import type { RowOf, WireOf } from '#kit/shared/field.ts'
import { ruleField } from './rule.field.ts'

/** Doors §7.1 customerScope. */
export const CUSTOMER_SCOPES = [
  { value: 1, label: '全部用户' },
  { value: 2, label: '会员等级' },
  { value: 3, label: '付费会员' },
  { value: 4, label: '用户分组' },
  { value: 5, label: '用户标签' },
  { value: 6, label: '指定用户' },
  { value: 7, label: '往来单位' },
  { value: 8, label: '新客' },
  { value: 9, label: '按条件' },
] as const
export type CustomerScope = (typeof CUSTOMER_SCOPES)[number]['value']

/** The entity whose rows a scope names. */
export const SCOPE_ENTITY: Readonly<Record<number, string>> = {
  2: 'systemUserLevel',
  3: 'systemUserLevel',
  4: 'userGroup',
  5: 'userTag',
  6: 'user',
  7: 'company',
}
/** Of these at least one must be named; of paid members all are meant when none is. */
export const NAMED_SCOPES: readonly number[] = [2, 4, 5, 6, 7]
export const BY_CONDITIONS = 9
const MOST_NAMED = 5000

/** Whom something is for, as fields of any entity or input: [aud] of the designs. Members, notation; doors §7.1. */
export const audienceFields = {
  channelIds: choices('渠道', CHANNELS, { list: false, help: '不选表示全部渠道' }),
  customerScope: choice('适用对象', CUSTOMER_SCOPES, { initial: 1, required: true }),
  // What they name follows from customerScope; checkAudience looks at them there.
  customerIds: refs('指定对象', 'customerScope', {
    refersBy: { field: 'customerScope', entities: SCOPE_ENTITY },
    max: MOST_NAMED,
    list: false,
    port: false,
  }),
  conditions: ruleField('条件'),
}
export type Audience = RowOf<typeof audienceFields>
export type AudienceWire = WireOf<typeof audienceFields>
