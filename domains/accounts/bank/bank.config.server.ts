import { form, settingsOf } from '#domains/settings/settings.door.ts'
import { flag } from '#kit/fields/shared.ts'
import type { Db } from '#kit/server/database.ts'

/** Orders §12, number 11. */
export const bankForm = form(224, '银行流水', 2, {
  bank_auto_post: flag('接口流水自动入账', {
    initial: 1,
    help: '银行接口推送的入账流水，虚拟账号已开户时直接记入该账户；导入的流水只核对，由人补记',
  }),
})

/** Whether what the bank itself tells is put on the account at once. */
export const postsAtOnce = async (db: Db): Promise<boolean> =>
  (await settingsOf(db, bankForm)).bank_auto_post === 1
