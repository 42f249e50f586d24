import { formatMoney, parseMoney } from '#kit/shared/money.ts'

/** How a condition compares; which of them a field offers follows from its type. Members §4.5. */
export const OPS = [
  { value: 'eq', label: '=' },
  { value: 'ne', label: '≠' },
  { value: 'gt', label: '>' },
  { value: 'ge', label: '≥' },
  { value: 'lt', label: '<' },
  { value: 'le', label: '≤' },
  { value: 'between', label: '介于' },
  { value: 'in', label: '属于' },
  { value: 'notIn', label: '不属于' },
  { value: 'is', label: '为' },
  { value: 'same', label: '等于' },
  { value: 'contains', label: '包含' },
  { value: 'empty', label: '为空' },
] as const
export type Op = (typeof OPS)[number]['value']

/** What the values of a field are. set: a person has several of them. */
export type ConditionType = 'number' | 'money' | 'date' | 'choice' | 'ref' | 'set' | 'flag' | 'text'

const NUMBERS = ['eq', 'ne', 'gt', 'ge', 'lt', 'le', 'between'] as const
const OPS_OF: Readonly<Record<ConditionType, readonly Op[]>> = {
  number: NUMBERS,
  money: NUMBERS,
  date: NUMBERS,
  choice: ['in', 'notIn'],
  ref: ['in', 'notIn'],
  set: ['in', 'notIn'],
  flag: ['is'],
  text: ['same', 'contains'],
}

/** The operators of a type; those values that may be missing can be asked for as well. */
export const opsOf = (type: ConditionType, nullable: boolean): readonly Op[] =>
  nullable ? [...OPS_OF[type], 'empty'] : OPS_OF[type]

/** The days a figure is counted over. */
export type Window =
  | { type: 'all' }
  | { type: 'lastDays'; n: number }
  | { type: 'range'; from: string; to: string }
export type WindowType = Window['type']

export interface Condition {
  field: string
  op: Op
  /** as it travels: "300.00", 18, ["2026-01-01","2026-01-31"], [9], 1 */
  value: unknown
  window?: Window
}

export interface RuleGroup {
  match: 'all' | 'any'
  items: readonly (Condition | RuleGroup)[]
}
/** Whom somebody means, by conditions that all or any of which hold. Members §4.5. */
export type Rule = RuleGroup

export const MOST_DEPTH = 3
export const MOST_CONDITIONS = 30
export const MOST_DAYS = 1095
const MOST_VALUES = 200
const MOST_TEXT = 50

export const NO_CONDITION = '请至少添加一个条件'
export const TOO_MANY = `条件最多${MOST_DEPTH}层${MOST_CONDITIONS}个`
export const NO_FIELD = '条件字段不存在'
export const wrongValue = (label: string): string => `「${label}」的值不正确`

export const isGroup = (item: Condition | RuleGroup): item is RuleGroup => 'items' in item

/** All conditions of a rule, in their order. */
export function conditionsIn(rule: RuleGroup): Condition[] {
  return rule.items.flatMap((item) => (isGroup(item) ? conditionsIn(item) : [item]))
}

/** The tags a rule asks for. */
export const tagsIn = (rule: RuleGroup | null): number[] =>
  rule === null
    ? []
    : conditionsIn(rule).flatMap(({ field, value }) =>
        field === HAS_TAG && Array.isArray(value) ? value.filter((id) => typeof id === 'number') : [],
      )
export const HAS_TAG = 'hasTag'

/** The same rule asking for one tag in place of another. */
export function withTag(rule: RuleGroup, from: number, to: number): RuleGroup {
  return {
    match: rule.match,
    items: rule.items.map((item) => {
      if (isGroup(item)) return withTag(item, from, to)
      if (item.field !== HAS_TAG || !Array.isArray(item.value)) return item
      return { ...item, value: [...new Set(item.value.map((id: unknown) => (id === from ? to : id)))] }
    }),
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

class Refused extends Error {}

/**
 * Reads the shape of a rule: groups, conditions, windows, their number and depth. What its fields take is looked at where
 * they are known (checkRule). The reason why it is none stands in its place.
 */
export function readRule(value: unknown): { value: Rule } | { reason: string } {
  try {
    const counted = { n: 0 }
    const rule = readGroup(value, 1, counted)
    if (counted.n === 0) throw new Refused(NO_CONDITION)
    return { value: rule }
  } catch (error) {
    if (error instanceof Refused) return { reason: error.message }
    throw error
  }
}

function readGroup(value: unknown, depth: number, counted: { n: number }): RuleGroup {
  if (depth > MOST_DEPTH) throw new Refused(TOO_MANY)
  if (!isObject(value) || !Array.isArray(value.items)) throw new Refused('规则格式不正确')
  if (value.match !== 'all' && value.match !== 'any') throw new Refused('规则格式不正确')
  if (value.items.length > MOST_CONDITIONS) throw new Refused(TOO_MANY)
  // An empty group inside would hold for everybody or for nobody; neither is what was meant.
  if (value.items.length === 0) throw new Refused(NO_CONDITION)
  const items = value.items.map((item: unknown) => {
    if (isObject(item) && 'items' in item) return readGroup(item, depth + 1, counted)
    counted.n += 1
    if (counted.n > MOST_CONDITIONS) throw new Refused(TOO_MANY)
    return readCondition(item)
  })
  return { match: value.match, items }
}

function readCondition(item: unknown): Condition {
  if (!isObject(item) || typeof item.field !== 'string') throw new Refused(NO_FIELD)
  const op = OPS.find((one) => one.value === item.op)?.value
  if (op === undefined) throw new Refused('条件的比较方式不正确')
  const window = item.window === undefined || item.window === null ? undefined : readWindow(item.window)
  return { field: item.field, op, value: item.value ?? null, ...(window === undefined ? {} : { window }) }
}

function readWindow(value: unknown): Window {
  const wrong = new Refused('条件的时间范围不正确')
  if (!isObject(value)) throw wrong
  if (value.type === 'all') return { type: 'all' }
  if (value.type === 'lastDays') {
    const { n } = value
    if (typeof n !== 'number' || !Number.isInteger(n) || n < 1 || n > MOST_DAYS) throw wrong
    return { type: 'lastDays', n }
  }
  const { from, to } = value
  if (value.type !== 'range' || !isDay(from) || !isDay(to) || from > to) throw wrong
  return { type: 'range', from, to }
}

/** A rule as it stands in a form while it is being written: what is not complete yet is there. Null where there is none. */
export function draftRule(value: unknown): RuleGroup | null {
  if (!isObject(value) || !Array.isArray(value.items)) return null
  const items = value.items.map(
    (item: unknown): Condition | RuleGroup => draftRule(item) ?? draftCondition(item),
  )
  return { match: value.match === 'any' ? 'any' : 'all', items }
}

function draftCondition(item: unknown): Condition {
  const given = isObject(item) ? item : {}
  const op = OPS.find((one) => one.value === given.op)?.value ?? 'eq'
  const window = isObject(given.window) ? draftWindow(given.window) : undefined
  return {
    field: typeof given.field === 'string' ? given.field : '',
    op,
    value: given.value ?? null,
    ...(window === undefined ? {} : { window }),
  }
}

function draftWindow({ type, n, from, to }: Readonly<Record<string, unknown>>): Window {
  if (type === 'lastDays') return { type, n: Number(n) }
  if (type === 'range') return { type, from: String(from ?? ''), to: String(to ?? '') }
  return { type: 'all' }
}

/** Whether a text is a day yyyy-MM-dd that there is. */
export function isDay(value: unknown): value is string {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false
  const day = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value)
}

/** What the value of a condition is checked against. */
export interface ValueFacts {
  type: ConditionType
  ops: readonly Op[]
  choices?: readonly { value: number | string; label: string }[]
  decimals?: number
  min?: number
  max?: number
}

/** A value as it is kept in the rule, or null where it is none of its field. */
export function readValue(facts: ValueFacts, op: Op, value: unknown): { value: unknown } | null {
  if (!facts.ops.includes(op)) return null
  if (op === 'empty') return { value: null }
  if (op === 'between') {
    if (!Array.isArray(value) || value.length !== 2) return null
    const [from, to] = value.map((one: unknown) => readOne(facts, one))
    if (from === undefined || to === undefined || numberOf(facts, from) > numberOf(facts, to)) return null
    return { value: [from, to] }
  }
  if (op === 'in' || op === 'notIn') return readSome(facts, value)
  const one = readOne(facts, value)
  return one === undefined ? null : { value: one }
}

function readSome({ type, choices }: ValueFacts, value: unknown): { value: unknown } | null {
  if (!Array.isArray(value) || value.length === 0 || value.length > MOST_VALUES) return null
  const some: readonly unknown[] = [...new Set<unknown>(value)]
  const isOne =
    type === 'choice' || choices !== undefined
      ? (one: unknown) => choices?.some((choice) => choice.value === one) === true
      : (one: unknown) => typeof one === 'number' && Number.isSafeInteger(one) && one > 0 && one < 2 ** 31
  return some.every(isOne) ? { value: some } : null
}

const MOST_NUMBER = 99_999_999

function readOne(facts: ValueFacts, value: unknown): string | number | undefined {
  const { type, decimals = 0, min = -MOST_NUMBER, max = MOST_NUMBER } = facts
  switch (type) {
    case 'money': {
      const cents = typeof value === 'string' || typeof value === 'number' ? parseMoney(value) : null
      return cents === null || Math.abs(cents) > MOST_NUMBER * 100 ? undefined : formatMoney(cents)
    }
    case 'number': {
      if (typeof value !== 'number' || !Number.isFinite(value) || value < min || value > max) return undefined
      const scaled = value * 10 ** decimals
      return Math.abs(scaled - Math.round(scaled)) < 1e-6 ? value : undefined
    }
    case 'date':
      return isDay(value) ? value : undefined
    case 'flag':
      return value === 0 || value === 1 ? value : undefined
    case 'text': {
      const text = typeof value === 'string' ? value.trim() : ''
      return text === '' || [...text].length > MOST_TEXT ? undefined : text
    }
    default:
      return undefined
  }
}

const numberOf = ({ type }: ValueFacts, value: string | number): number =>
  type === 'money' ? (parseMoney(value) ?? 0) : type === 'date' ? Date.parse(String(value)) : Number(value)

/** How a window is told: 近30天, 2026-01-01 至 2026-03-31; '' for all time. */
export function windowText(window: Window | undefined): string {
  if (window === undefined || window.type === 'all') return ''
  return window.type === 'lastDays' ? `近${window.n}天` : `${window.from} 至 ${window.to} `
}

/** How the whole rule is told in words; `told` tells one condition. Groups inside of others stand in brackets. */
export function ruleWords(rule: RuleGroup, told: (condition: Condition) => string, inner = false): string {
  const parts = rule.items.map((item) => (isGroup(item) ? ruleWords(item, told, true) : told(item)))
  const text = parts.join(rule.match === 'all' ? ' 且 ' : ' 或 ')
  return inner && parts.length > 1 ? `（${text}）` : text
}

/** A circle among things that lead to others, as a list that ends where it begins; null without one. */
export function circleFrom(start: number, next: (id: number) => readonly number[]): number[] | null {
  const path: number[] = []
  const done = new Set<number>()
  const walk = (id: number): number[] | null => {
    if (path.length > 0 && id === start) return [...path, id]
    if (done.has(id)) return null
    done.add(id)
    path.push(id)
    for (const one of next(id)) {
      const found = walk(one)
      if (found !== null) return found
    }
    path.pop()
    return null
  }
  return walk(start)
}

/** How many of all a sample stands for, with the margin of 95 %. Members §12. */
export function fromSample(hits: number, sampled: number, all: number): { num: number; margin: number } {
  if (sampled === 0) return { num: 0, margin: 0 }
  const share = hits / sampled
  return {
    num: Math.round(share * all),
    margin: Math.round(1.96 * Math.sqrt((share * (1 - share)) / sampled) * all),
  }
}
