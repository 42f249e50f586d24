import type { Tx } from '#kit/server/database.ts'
import { touch } from '#kit/server/transaction.ts'
import { ALLOWED, CODE_TYPE, smsTemplate } from './smsTemplate.entity.ts'

/** The template of codes a house begins with; what people made of it since stays. Platform §12.2. */
export async function seedSms(tx: Tx): Promise<void> {
  const first = await tx.selectFrom('smsTemplate').select('id').limit(1).executeTakeFirst()
  if (first !== undefined) return
  await tx
    .insertInto('smsTemplate')
    .values({
      title: '验证码',
      tempType: CODE_TYPE,
      content: '您的验证码是{code}，{minutes}分钟内有效，请勿告诉他人。',
      status: ALLOWED,
    })
    .execute()
  touch(tx, smsTemplate.name)
}
