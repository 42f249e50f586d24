import { text } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'
import { type Field, makeField } from '#kit/shared/field.ts'
import { type RuleLine, readRuleValue } from './rule.rules.ts'

/** The lines of a template: jsonb in the database, the JSON text of the specification on the wire. */
function ruleValueField(label: string): Field<RuleLine[], string> {
  return makeField<RuleLine[], string>({
    type: 'json',
    label,
    facts: { required: true },
    empty: undefined,
    initial: undefined,
    json: { type: 'string', contentMediaType: 'application/json' },
    read: readRuleValue,
    write: (lines) => JSON.stringify(lines),
  })
}

/** Catalog §3.6: a template of specifications; a product copies it. */
export const rule = entity(
  'rule',
  '商品规格',
  {
    ruleName: text('规格名称', { max: 20, required: true, unique: true, search: true }),
    ruleValue: ruleValueField('商品规格'),
  },
  { title: 'ruleName' },
)
