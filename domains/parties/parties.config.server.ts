import { CHANNELS, form, settingsOf } from '#domains/settings/settings.door.ts'
import { choices, int } from '#kit/fields/shared.ts'
import type { Db } from '#kit/server/database.ts'

/** Catalog §6.1 渠道, §10 customer pool. */
export const partiesForm = form(217, '往来单位', 1, {
  company_channels: choices('单位可用渠道', CHANNELS, { required: true, initial: [1202, 1203, 1204] }),
  customer_pool_days: int('未跟进收回天数', {
    min: 7,
    max: 365,
    initial: 30,
    help: '负责人超过此天数未跟进的客户回到公海，提前三天提醒',
  }),
})

export const partiesSettings = (db: Db) => settingsOf(db, partiesForm)
