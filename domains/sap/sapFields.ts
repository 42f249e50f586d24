import { choice, datetime, flag, text } from '#kit/fields/shared.ts'
import type { Shape } from '#kit/shared/field.ts'
import { SAP_SYNC } from '#kit/shared/sap.ts'

/** What a record that goes to SAP has besides its own fields; `enqueue` and the delivery write them. Catalog, notation. */
export const sapFields = {
  sapSync: choice('SAP同步', SAP_SYNC, { readOnly: true, initial: 0, filter: true }),
  sapDescription: text('同步说明', { max: 500, readOnly: true, list: false }),
  sapSyncTime: datetime('同步时间', { readOnly: true, list: false }),
  isMayPushSap: flag('是否可推送', { readOnly: true, initial: 0, list: false }),
} satisfies Shape
