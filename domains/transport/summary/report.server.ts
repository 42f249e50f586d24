import type { RawBuilder } from 'kysely'
import type { Db } from '#kit/server/database.ts'
import type { CellKind, ExportDefinition } from '#kit/server/fileTask.ts'
import { dateRange } from '#kit/server/list.ts'
import type { Who } from '#kit/server/who.ts'
import { refuse } from '#kit/shared/errors.ts'
import type { Shape } from '#kit/shared/field.ts'
import { dayKey } from '#kit/shared/time.ts'

/** Longer than this no report looks back at once. */
const MOST_DAYS = 400
const DAY_MS = 86_400_000

/** The days of a report, both included; this month unless given. 422 请选择日期, 时间范围最长400天. Warehouse §5.7, §5.8. */
export function daysOf(dateLimit: string): { from: string; to: string } {
  const range = dateRange(dateLimit === '' ? 'month' : dateLimit)
  if (range === null) throw refuse('请选择日期', 'dateLimit')
  const { from, to } = range
  if ((to.getTime() - from.getTime()) / DAY_MS > MOST_DAYS)
    throw refuse(`时间范围最长${MOST_DAYS}天`, 'dateLimit')
  return { from: dayKey(from), to: dayKey(new Date(to.getTime() - 1)) }
}

/** What tells the rows of a grouping apart, and how they are called; both are texts. */
export interface Group {
  key: RawBuilder<unknown>
  name: RawBuilder<unknown>
}

/** The line below the others. */
export const TOTAL = { key: '', name: '合计', isTotal: 1 }

const KINDS: Readonly<Record<string, CellKind>> = { money: 'money', text: 'text' }

/** A report as a sheet: the columns of its table, its totals last. Frame §5. */
export function reportExport(
  facts: Pick<ExportDefinition, 'bizType' | 'title' | 'permission'>,
  row: Shape,
  report: (db: Db, who: Who, params: Record<string, unknown>) => Promise<readonly Record<string, unknown>[]>,
): ExportDefinition {
  return {
    ...facts,
    kind: 'export',
    columns: Object.entries(row)
      .filter(([name]) => name !== 'key' && name !== 'isTotal')
      .map(([name, field]) => ({ name, title: field.label, kind: KINDS[field.type] ?? 'number' })),
    async count(db, who, params) {
      return (await report(db, who, params)).length
    },
    async *rows(db, who, params) {
      yield await report(db, who, params)
    },
  }
}

/** A parameter of a task as a number; null: not given. */
export const numberOf = (value: unknown): number | null =>
  value === undefined || value === null || value === '' ? null : Number(value)

export const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''
