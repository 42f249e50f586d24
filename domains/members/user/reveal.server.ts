import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import { contextOf } from '#kit/server/points.ts'
import { insertRow } from '#kit/server/rows.ts'
import { decryptSecret } from '#kit/server/secrets.ts'
import { change } from '#kit/server/serve.ts'
import type { Who } from '#kit/server/who.ts'
import { refuse, tooMany } from '#kit/shared/errors.ts'
import { startOfDay } from '#kit/shared/time.ts'
import { memberSettings } from '../config/config.server.ts'
import { OTHER_REASON, sensitiveLog } from '../privacy/sensitiveLog.entity.ts'
import { REVEALED, userCalls } from './user.calls.ts'
import type { User } from './userMake.server.ts'
import { readUser } from './userRead.server.ts'

/** So long a value stays on the screen. Members §10.1. */
const SHOWN_SECONDS = 60

type Field = (typeof REVEALED)[number]['value']

/** The value of a field as it is stored; '' where there is none. */
async function wholeOf(tx: Tx, row: User, field: Field): Promise<string> {
  if (field !== 'cardId') return row[field] ?? ''
  const kept = await tx
    .selectFrom('userSecret')
    .select('cardCipher')
    .where('uid', '=', row.id)
    .executeTakeFirst()
  return kept === undefined || kept.cardCipher === ''
    ? ''
    : decryptSecret(contextOf(tx).secretKey, kept.cardCipher)
}

/** 429 once somebody has looked as often as may be in a day; whoever looks in two windows at once waits here. */
async function guardLimit(tx: Tx, who: Who): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('user reveal'), ${who.adminId})`.execute(tx)
  const { reveal_day_limit: most } = await memberSettings(tx, 'privacy')
  const { n } = await tx
    .selectFrom('sensitiveLog')
    .select((of) => of.fn.countAll<number>().as('n'))
    .where('adminId', '=', who.adminId)
    .where('createTime', '>=', startOfDay(new Date()))
    .executeTakeFirstOrThrow()
  if (Number(n) >= most) throw tooMany('今日查看次数已达上限')
}

/** Shows a masked value of a user in full, and keeps who looked and why. Members §10.1. */
export const revealServed = change(
  userCalls.reveal,
  async (tx, who, { uid, field, reason, reasonText }, { ip }) => {
    if (reason === OTHER_REASON && reasonText === '') throw refuse('请输入说明', 'reasonText')
    const row = await readUser(tx, who, uid)
    await guardLimit(tx, who)
    const value = await wholeOf(tx, row, field)
    if (value === '') throw refuse('该用户没有填写此项', 'field')
    const label = REVEALED.find((one) => one.value === field)?.label ?? field
    await insertRow(
      tx,
      sensitiveLog,
      { adminId: who.adminId, uid, field, label, reason, reasonText, ip },
      { anyScope: true },
    )
    return { value, seconds: SHOWN_SECONDS }
  },
)
