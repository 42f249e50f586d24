import type { EntityRow } from '#kit/shared/entity.ts'
import type { FieldError } from '#kit/shared/errors.ts'
import type { prodCateWarning, WarnType } from './prodCateWarning.entity.ts'

export type Warning = EntityRow<typeof prodCateWarning>

/** Told to buyers; the other types are told to staff. */
export const FOR_BUYERS: WarnType = 1
/** Types that compare a figure with the threshold. */
const COMPARED: readonly WarnType[] = [2, 3, 4]

/** The fields that make sense for a type of warning; the others are not shown and not kept. */
export function applies(name: string, warnType: unknown): boolean {
  const isForBuyers = Number(warnType) === FOR_BUYERS
  if (['channelIds', 'positions', 'needConfirm'].includes(name)) return isForBuyers
  if (['receiverIds', 'notifyWay', 'repeatDays'].includes(name)) return warnType != null && !isForBuyers
  if (name === 'threshold') return COMPARED.some((one) => one === Number(warnType))
  return true
}

/** What a warning of its type lacks. Catalog §3.7. */
export function warningErrors(row: Partial<Warning>): FieldError[] {
  const errors: FieldError[] = []
  const demand = (field: keyof Warning, message: string): void => {
    const value = row[field]
    const isMissing = value === null || value === undefined || (Array.isArray(value) && value.length === 0)
    if (applies(field, row.warnType) && isMissing) errors.push({ field, message })
  }
  demand('threshold', '请输入阈值')
  demand('channelIds', '请选择渠道')
  demand('positions', '请选择展示位置')
  demand('receiverIds', '请选择接收人')
  demand('notifyWay', '请选择通知方式')
  if (row.startTime && row.endTime && row.endTime <= row.startTime)
    errors.push({ field: 'endTime', message: '结束时间必须晚于开始时间' })
  return errors
}

/** What may stand in a message: {商品} {数量} {天数} {仓库}. */
export interface WarningFacts {
  商品: string
  数量?: number
  天数?: number
  仓库?: string
}

/** The message of a warning about a product; a variable without a value is left out. */
export function messageOf(content: string, facts: WarningFacts): string {
  const known = new Map<string, string | number | undefined>(Object.entries(facts))
  return content.replace(/\{(商品|数量|天数|仓库)\}/g, (_all, name: string) => String(known.get(name) ?? ''))
}
