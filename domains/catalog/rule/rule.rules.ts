import { checkJson } from '#kit/shared/jsonBounds.ts'

/** One line of a specification template: a name and its values. */
export interface RuleLine {
  value: string
  detail: string[]
}

const RULE_NO_LINES = '请至少添加一条属性规格！'
export const RULE_NO_NAME = '请添加规格名称'
export const RULE_NO_VALUE = '请添加属性'
export const RULE_NAME_MAX = 20
const RULE_VALUE_MAX = 50
const RULE_VALUES_MAX = 100

/**
 * The lines of a template as typed or as a JSON text, trimmed, duplicate names and values dropped; or the reason
 * why they are refused. Catalog §3.6.
 */
export function readRuleValue(given: unknown): { value: RuleLine[] } | { reason: string } {
  const list = typeof given === 'string' ? parse(given) : given
  if (!Array.isArray(list)) return { reason: '商品规格格式不正确' }
  if (list.length === 0) return { reason: RULE_NO_LINES }
  const lines: RuleLine[] = []
  for (const one of list) {
    if (typeof one !== 'object' || one === null) return { reason: '商品规格格式不正确' }
    const name = shortText('value' in one ? one.value : '')
    const typed: unknown = 'detail' in one ? one.detail : []
    if (name === null || !Array.isArray(typed)) return { reason: '商品规格格式不正确' }
    if (name === '') return { reason: RULE_NO_NAME }
    if ([...name].length > RULE_NAME_MAX) return { reason: `规格名不能超过${RULE_NAME_MAX}个字符` }
    const detail: string[] = []
    for (const value of typed.map(shortText)) {
      if (value === null) return { reason: '属性值格式不正确' }
      if ([...value].length > RULE_VALUE_MAX) return { reason: `属性值不能超过${RULE_VALUE_MAX}个字符` }
      if (value !== '' && !detail.includes(value)) detail.push(value)
    }
    if (detail.length === 0) return { reason: RULE_NO_VALUE }
    if (detail.length > RULE_VALUES_MAX) return { reason: `属性值最多${RULE_VALUES_MAX}个` }
    if (!lines.some((line) => line.value === name)) lines.push({ value: name, detail })
  }
  return { value: lines }
}

function parse(text: string): unknown {
  try {
    // The parser alone would hold the server up for a tenth of a second over a megabyte of brackets.
    checkJson(text)
    return JSON.parse(text)
  } catch {
    return null
  }
}

// The values of a specification are joined by commas, so that none may hold one.
function shortText(value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null
  const text = String(value).trim()
  return text.includes(',') || text.includes('\u0000') ? null : text
}

/** Lines with another one behind them; one whose name is there already is dropped. */
export function addRuleLine(lines: readonly RuleLine[], name: string, value: string): RuleLine[] {
  const named = name.trim()
  if (lines.some((line) => line.value === named)) return [...lines]
  return [...lines, { value: named, detail: addRuleValues([], value) }]
}

/** Values with those of a text behind them, separated by commas; what is there already is dropped. */
export function addRuleValues(values: readonly string[], text: string): string[] {
  const added = text.split(/[,，]/).map((value) => value.trim())
  return [...new Set([...values, ...added.filter((value) => value !== '')])]
}

/** Values with one of them moved to another place. */
export function moveRuleValue(values: readonly string[], from: number, to: number): string[] {
  const next = [...values]
  next.splice(to, 0, ...next.splice(from, 1))
  return next
}
