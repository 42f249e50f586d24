import { type Field, type FieldFacts, makeField } from '#kit/shared/field.ts'
import { type Rule, readRule } from './rule.rules.ts'

const asRule = (label: string, facts: FieldFacts) => ({
  type: 'json',
  label,
  json: { type: 'object', description: '{match: all | any, items: [{field, op, value, window?} | group]}' },
  facts: { list: false, port: false, ...facts },
  missing: '请至少添加一个条件',
})

/**
 * A rule as a field of any entity or input: depth ≤ 3, at most 30 conditions; its fields and values are the server's to
 * check (`checkRule`). null without one. Members §4.5.
 */
export function ruleField(label: string, facts: FieldFacts = {}): Field<Rule | null> {
  return makeField<Rule | null>({ ...asRule(label, facts), empty: null, initial: undefined, read: readRule })
}

/** The same where there must be one. Members §4.5. */
export function neededRule(label: string, facts: FieldFacts = {}): Field<Rule> {
  return makeField<Rule>({
    ...asRule(label, { ...facts, required: true }),
    empty: undefined,
    initial: undefined,
    read: readRule,
  })
}
