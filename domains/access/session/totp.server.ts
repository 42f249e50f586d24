import type { Db, Tx } from '#kit/server/database.ts'
import { writeOperLog } from '#kit/server/log.ts'
import { type CallRequest, change, own, read, type Served } from '#kit/server/serve.ts'
import { recordChange } from '#kit/server/transaction.ts'
import type { Who } from '#kit/server/who.ts'
import type { Call } from '#kit/shared/call.ts'
import { refuse } from '#kit/shared/errors.ts'
import { toSeconds } from '#kit/shared/time.ts'
import { admin } from '../admin/admin.entity.ts'
import { behindFactor, dropFactor, factorOf, offerFactor, renewRecovery } from './factor.server.ts'
import * as calls from './totp.calls.ts'

const OFF = '动态口令未启用'

const personOf = (db: Db, who: Who) =>
  db
    .selectFrom('admin')
    .select(['id', 'account', 'realName', 'roles'])
    .where('id', '=', who.adminId)
    .executeTakeFirstOrThrow()

/** Writes into the operation log that a person's dynamic password was set or taken off; never what it is. */
export function recordFactor(tx: Tx, person: { id: number; realName: string }, text: string): void {
  recordChange(tx, {
    type: admin.name,
    id: person.id,
    title: person.realName,
    before: { 动态口令: '' },
    after: { 动态口令: text },
  })
}

export const totpServed: readonly Served[] = [
  read(calls.totpInfo, async (db, who) => {
    const { confirmTime, ...factor } = await factorOf(db, await personOf(db, who))
    return { ...factor, confirmTime: confirmTime === null ? null : toSeconds(confirmTime) }
  }),
  change(calls.totpBegin, async (tx, who) => offerFactor(tx, await personOf(tx, who))),
  own(calls.totpEnable, async (db, who, { totp }, request) => {
    const person = await personOf(db, who)
    if ((await factorOf(db, person)).isOn) throw refuse('动态口令已启用，请先停用')
    return behind(db, who, person, calls.totpEnable, totp, request, async (tx, recoveryCodes) => {
      recordFactor(tx, person, '已启用')
      return { recoveryCodes }
    })
  }),
  own(calls.totpRecovery, async (db, who, { totp }, request) => {
    const person = await personOf(db, who)
    if (!(await factorOf(db, person)).isOn) throw refuse(OFF)
    return behind(db, who, person, calls.totpRecovery, totp, request, async (tx) => {
      recordFactor(tx, person, '已重新生成恢复码')
      return { recoveryCodes: await renewRecovery(tx, person.id) }
    })
  }),
  own(calls.totpDisable, async (db, who, { totp }, request) => {
    const person = await personOf(db, who)
    const { isOn, isDemanded } = await factorOf(db, person)
    if (!isOn) throw refuse(OFF)
    if (isDemanded) throw refuse('您的角色必须使用动态口令，不能停用')
    return behind(db, who, person, calls.totpDisable, totp, request, async (tx) => {
      recordFactor(tx, person, '已停用')
      await dropFactor(tx, person.id)
      return null
    })
  }),
]

/** A change behind the code of the person themselves, with its operation log. */
function behind<T>(
  db: Db,
  who: Who,
  person: { id: number; account: string },
  call: Call,
  code: string,
  request: CallRequest,
  work: (tx: Tx, recoveryCodes: string[]) => Promise<T>,
): Promise<T> {
  const startTime = Date.now()
  return behindFactor(db, who, person, code, request, async (tx, recoveryCodes) => {
    const value = await work(tx, recoveryCodes)
    await writeOperLog(tx, call, {}, request, startTime)
    return value
  })
}
