import type { Db } from '#kit/server/database.ts'
import { namesFor, referenceFaults } from '#kit/server/refs.ts'
import type { Who } from '#kit/server/who.ts'
import { refuse } from '#kit/shared/errors.ts'
import { type ConditionFacts, conditionOf, opsFor } from './condition.server.ts'
import {
  type Condition,
  conditionsIn,
  isGroup,
  NO_FIELD,
  OPS,
  type Rule,
  type RuleGroup,
  readRule,
  readValue,
  ruleWords,
  windowText,
  wrongValue,
} from './rule.rules.ts'

const idsOf = ({ value }: Condition): number[] =>
  Array.isArray(value) ? value.filter((one: unknown): one is number => typeof one === 'number') : []

/** The ids a rule names of each entity. */
function namedIn(db: Db, rule: RuleGroup): Map<string, Set<number>> {
  const named = new Map<string, Set<number>>()
  for (const condition of conditionsIn(rule)) {
    const ref = conditionOf(db, condition.field)?.ref
    if (ref === undefined) continue
    const ids = named.get(ref) ?? new Set()
    named.set(ref, ids)
    for (const id of idsOf(condition)) ids.add(id)
  }
  return named
}

interface CheckOptions {
  /** the field of the input it is refused at */
  at?: string
  /** the rule that stood there before: what it names may be asked for on, whatever became of it */
  before?: RuleGroup | null
}

/**
 * Checks a rule against the fields there are, their operators, values and days, and that what it names may be referred to
 * by the person. Answers it as it is kept. 422 条件字段不存在, 「{条件}」的值不正确, 请至少添加一个条件, 条件最多3层30个. Members
 * §4.5, §14.
 */
export async function checkRule(
  db: Db,
  who: Who,
  given: unknown,
  { at = 'conditions', before = null }: CheckOptions = {},
): Promise<Rule> {
  const read = readRule(given)
  if ('reason' in read) throw refuse(read.reason, at)
  const kept = before === null ? new Map<string, Set<number>>() : namedIn(db, before)
  const faults = new Map<string, ReadonlyMap<number, string>>()
  for (const [ref, ids] of namedIn(db, read.value)) {
    const fresh = [...ids].filter((id) => kept.get(ref)?.has(id) !== true)
    faults.set(ref, await referenceFaults(db, who, ref, fresh))
  }
  const checked = (condition: Condition): Condition => {
    const facts = conditionOf(db, condition.field)
    if (facts === undefined) throw refuse(NO_FIELD, at)
    const wrong = refuse(wrongValue(facts.label), at)
    const value = readValue({ ...facts, ops: opsFor(facts) }, condition.op, condition.value)
    if (value === null) throw wrong
    const window = windowOf(facts, condition)
    if (window === null) throw wrong
    if (facts.ref !== undefined && idsOf(condition).some((id) => faults.get(facts.ref ?? '')?.has(id)))
      throw wrong
    return {
      field: condition.field,
      op: condition.op,
      ...value,
      ...(window === undefined ? {} : { window }),
    }
  }
  const group = ({ match, items }: RuleGroup): RuleGroup => ({
    match,
    items: items.map((item) => (isGroup(item) ? group(item) : checked(item))),
  })
  return group(read.value)
}

/** The days of a condition; undefined where its field knows none, null where they are not its own. */
function windowOf({ windows }: ConditionFacts, { window }: Condition) {
  if (windows === undefined) return window === undefined ? undefined : null
  const asked = window ?? { type: 'all' as const }
  return windows.includes(asked.type) ? asked : null
}

/** The rule in words, with the names of what it refers to as the person may read them. Members §4.5. */
export async function ruleText(db: Db, who: Who, rule: RuleGroup): Promise<string> {
  const names = new Map<string, ReadonlyMap<number, string>>()
  for (const [ref, ids] of namedIn(db, rule)) names.set(ref, await namesFor(db, who, ref, ids))
  return ruleWords(rule, (condition) => conditionText(db, condition, names))
}

function conditionText(
  db: Db,
  { field, op, value, window }: Condition,
  names: ReadonlyMap<string, ReadonlyMap<number, string>>,
): string {
  const facts = conditionOf(db, field)
  if (facts === undefined) return field
  const sign = OPS.find((one) => one.value === op)?.label ?? op
  const unit = facts.unit ?? ''
  const word = (one: unknown): string => {
    const choice = facts.choices?.find((item) => item.value === one)
    if (choice !== undefined) return choice.label
    if (facts.ref !== undefined) return names.get(facts.ref)?.get(Number(one)) ?? String(one)
    if (facts.type === 'flag') return one === 1 ? '是' : '否'
    return `${String(one)}${unit}`
  }
  const values = Array.isArray(value) ? value.map(word) : [word(value)]
  const told = op === 'empty' ? '' : ` ${values.join(op === 'between' ? ' 至 ' : '、')}`
  return `${windowText(window)}${facts.label} ${sign}${told}`
}
