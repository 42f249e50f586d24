import { z } from 'zod'
import { choice, int, json, text } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'
import { CONFIG_TYPES } from './config.types.ts'

/** Every version of every group that was saved; the newest one holds. Members §3.9. */
export const memberConfig = entity(
  'memberConfig',
  '会员配置',
  {
    type: choice('类型', CONFIG_TYPES, { required: true, readOnly: true }),
    channelId: int('渠道', { required: true, readOnly: true }),
    versionNo: int('版本', { required: true, readOnly: true }),
    /** as on the wire */
    fields: json('配置', z.record(z.string(), z.unknown()), { required: true, readOnly: true }),
    changes: text('变更', { max: 500, readOnly: true }),
  },
  { title: 'type', part: true },
)
