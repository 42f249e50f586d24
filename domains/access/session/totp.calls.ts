import { z } from 'zod'
import { text } from '#kit/fields/shared.ts'
import { answerOf, get, post } from '#kit/shared/call.ts'

/** Platform §6.5, tab 动态口令: a person's own second factor. */
const own = { permission: 'login', withExpiredPassword: true } as const
// Codes are no use to a log.
const coded = {
  ...own,
  quiet: true,
  input: { totp: text('动态口令', { required: true, max: 20 }) },
} as const
const recoveryCodes = answerOf(z.object({ recoveryCodes: z.array(z.string()) }))

export const totpInfo = get('/admin/login/totp/info', {
  ...own,
  title: '动态口令状态',
  answer: answerOf(
    z.object({
      isOn: z.boolean(),
      /** a role of the person asks for one, so that it cannot be given up */
      isDemanded: z.boolean(),
      /** seconds; null when it is off */
      confirmTime: z.number().nullable(),
      recoveryLeft: z.number(),
    }),
  ),
})

export const totpBegin = post('/admin/login/totp/begin', {
  ...own,
  title: '设置动态口令',
  answer: answerOf(z.object({ secret: z.string(), uri: z.string() })),
})

export const totpEnable = post('/admin/login/totp/enable', {
  ...coded,
  title: '启用动态口令',
  answer: recoveryCodes,
})

export const totpRecovery = post('/admin/login/totp/recovery', {
  ...coded,
  title: '重新生成恢复码',
  answer: recoveryCodes,
})

export const totpDisable = post('/admin/login/totp/disable', { ...coded, title: '停用动态口令' })
