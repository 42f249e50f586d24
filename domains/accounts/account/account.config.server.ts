import { form } from '#domains/settings/settings.door.ts'
import { flag } from '#kit/fields/shared.ts'

/** Orders §6.10, §4.7. */
export const accountForm = form(214, '账户', 2, {
  ct_topup_audit: flag('充值须审核', { initial: 1, help: '关闭后，充值提交即入账，不再由第二人审核' }),
  balance_auto_push: flag('日结后自动推送SAP', {
    initial: 1,
    help: '关闭后，日结批次核对无误再手工推送；推送后不能重算',
  }),
})
