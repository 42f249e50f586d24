import type { FieldError } from '#kit/shared/errors.ts'

/** A time of day, HH:mm. */
export const HOUR_MINUTE = /^([01]\d|2[0-3]):[0-5]\d$/

interface ConfigValues {
  readonly slotStart?: unknown
  readonly slotEnd?: unknown
  readonly weighPrefix?: unknown
  readonly closeMonth?: unknown
  readonly custShelfRules?: unknown
}

interface ShelfRule {
  readonly shoudaId?: unknown
  readonly cateId?: unknown
  readonly productId?: unknown
}

/** What is wrong between the settings of a warehouse, at their fields; `month` is the present one. Warehouse §4.3. */
export function configFaults(values: ConfigValues, month: string): FieldError[] {
  const faults: FieldError[] = []
  if (String(values.slotEnd) <= String(values.slotStart))
    faults.push({ field: 'slotEnd', message: '预约结束须晚于预约开始' })
  const [from = '', to = from] = String(values.weighPrefix ?? '').split('-')
  if ([from, to].some((one) => one !== '' && !one.startsWith('2')))
    faults.push({ field: 'weighPrefix', message: '称重码前缀须在20至29之间' })
  else if (to < from) faults.push({ field: 'weighPrefix', message: '称重码前缀的结束不能小于开始' })
  const closed = String(values.closeMonth ?? '')
  if (closed !== '' && closed >= month)
    faults.push({ field: 'closeMonth', message: '只能关账当月以前的月份' })
  return [...faults, ...ruleFaults(values.custShelfRules)]
}

function ruleFaults(list: unknown): FieldError[] {
  const rules: readonly ShelfRule[] = Array.isArray(list) ? list : []
  const seen = new Set<string>()
  return rules.flatMap((rule, index): FieldError[] => {
    const at = `custShelfRules.${index}`
    if (rule.cateId && rule.productId)
      return [{ field: `${at}.productId`, message: '商品分类和商品只能选择一项' }]
    const key = `${rule.shoudaId}:${rule.cateId ?? 0}:${rule.productId ?? 0}`
    if (seen.has(key)) return [{ field: `${at}.shoudaId`, message: '该客户的效期要求重复' }]
    seen.add(key)
    return []
  })
}
