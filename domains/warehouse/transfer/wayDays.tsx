import { Typography } from 'antd'
import { NONE, type WireRow } from '#kit/web/fieldUi.ts'

/** 在途天数, red when the source warehouse thinks it long. Warehouse §4.7. */
export function wayDays({ wayDays: days, late }: WireRow) {
  if (days == null) return NONE
  return late === 1 ? <Typography.Text type="danger">{String(days)}</Typography.Text> : String(days)
}
