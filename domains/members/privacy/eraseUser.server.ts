import { sql } from 'kysely'
import { endCustomerSessions } from '#domains/access/access.door.ts'
import { allErases, type ConsumerHolding } from '#kit/server/consumers.ts'
import type { Db, Tx } from '#kit/server/database.ts'
import { lockRow, updateRow } from '#kit/server/rows.ts'
import { inTransaction, touch } from '#kit/server/transaction.ts'
import type { Who } from '#kit/server/who.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { conflict } from '#kit/shared/errors.ts'
import { formatTime, toSeconds } from '#kit/shared/time.ts'

import { memberSettings } from '../config/config.server.ts'
import { forgetTerms } from '../level/terms.server.ts'
import { phoneHash } from './erasedPhone.server.ts'
import { userErase } from './userErase.document.ts'

type Erase = EntityRow<typeof userErase>

const DAY_MS = 86_400_000
const LAST_STEP = 'user'
const NAME = '已注销用户'

interface Holdings {
  guards: ConsumerHolding[]
  forfeits: ConsumerHolding[]
}

/** What stands in the way of an erasure, and what is lost by it, as every room tells. Members §10.4. */
export async function holdingsOf(db: Db, uid: number): Promise<Holdings> {
  const found: Holdings = { guards: [], forfeits: [] }
  for (const { guards, forfeits } of allErases(db).values()) {
    found.guards.push(...((await guards?.(db, uid)) ?? []))
    found.forfeits.push(...((await forfeits?.(db, uid)) ?? []))
  }
  return found
}

/** 409 存在未完成订单2笔、余额12.50元，不能注销. Members §14. */
export async function refuseGuarded(db: Db, uid: number): Promise<void> {
  const text = await guardText(db, uid)
  if (text !== '') throw conflict(`存在${text}，不能注销`)
}

const guardText = async (db: Db, uid: number): Promise<string> =>
  (await holdingsOf(db, uid)).guards.map((one) => one.text).join('、')

/** Begins to wait for the erasure: until then it can be taken back. The document is locked. */
export async function beginCooling(tx: Tx, row: Erase): Promise<Erase> {
  const { erase_days } = await memberSettings(tx, 'privacy')
  const coolUntil = new Date(Date.now() + erase_days * DAY_MS)
  await sql`update "user" set "lifeStatus" = 1 where "id" = ${row.uid} and "lifeStatus" = 0`.execute(tx)
  touch(tx, 'user')
  return updateRow(tx, userErase, row, { eraseStatus: 1, coolUntil, blocked: '' }, { anyField: true })
}

/** Takes an erasure back that has not begun. The document is locked. */
export async function takeBack(tx: Tx, row: Erase, cancelReason: string): Promise<void> {
  if (row.steps.length > 0) throw conflict('注销已开始执行，不能撤销')
  await sql`update "user" set "lifeStatus" = 0 where "id" = ${row.uid} and "lifeStatus" = 1`.execute(tx)
  touch(tx, 'user')
  await updateRow(tx, userErase, row, { eraseStatus: 3, cancelReason }, { anyField: true })
}

/**
 * Runs an erasure to its end, step by step, each in a transaction of its own that also notes it as done: whoever takes it up
 * again after a crash goes on behind the last one. Answers the state it then is in: 4 已完成, 5 受阻. Members §10.4.
 */
export async function runErase(db: Db, who: Who, id: number, signal?: AbortSignal): Promise<4 | 5> {
  const row = await db.selectFrom('userErase').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  if (row.steps.length === 0) {
    const blocked = await guardText(db, row.uid)
    if (blocked !== '') {
      await inTransaction(db, who, async (tx) => {
        const now = await lockRow(tx, userErase, id, { anyScope: true })
        await updateRow(tx, userErase, now, { eraseStatus: 5, blocked }, { anyField: true })
      })
      return 5
    }
  }
  for (const name of [...allErases(db).keys(), LAST_STEP]) {
    if (signal?.aborted) return 5
    await inTransaction(db, who, (tx) => doStep(tx, id, name))
  }
  return 4
}

/** One step, unless it is done already. */
async function doStep(tx: Tx, id: number, name: string): Promise<void> {
  const row = await lockRow(tx, userErase, id, { anyScope: true })
  if (row.eraseStatus === 4 || row.steps.some((one) => one.name === name)) return
  if (row.eraseStatus !== 1 && row.eraseStatus !== 5) throw conflict('注销单已撤销')
  const { uid } = row
  await sql`select 1 from "user" where "id" = ${uid} for update`.execute(tx)
  const isLast = name === LAST_STEP
  if (row.steps.length === 0) await endCustomerSessions(tx, uid)
  const step = allErases(tx).get(name)
  touch(tx, name)
  const n = isLast ? await blankUser(tx, uid) : ((await step?.erase(tx, uid)) ?? 0)
  const title = isLast ? '用户资料' : (step?.title ?? name)
  const done = { name, title, n: String(n), time: formatTime(toSeconds(new Date())) }
  await updateRow(
    tx,
    userErase,
    row,
    {
      steps: [...row.steps, done],
      eraseStatus: isLast ? 4 : 1,
      blocked: '',
      ...(isLast && { doneTime: new Date() }),
    },
    { anyField: true },
  )
}

/** What is left of a consumer: a number that others refer to. Also of those who were merged into them. */
async function blankUser(tx: Tx, uid: number): Promise<number> {
  const { phone, payCount } = await tx
    .selectFrom('user')
    .select(['phone', 'payCount'])
    .where('id', '=', uid)
    .executeTakeFirstOrThrow()
  if (phone !== '') {
    const { erase_keep_days } = await memberSettings(tx, 'privacy')
    const keepUntil = new Date(Date.now() + erase_keep_days * DAY_MS)
    const hadPaid = payCount > 0 ? 1 : 0
    await tx
      .insertInto('erasedPhone')
      .values({ phoneHash: phoneHash(tx, phone), hadPaid, keepUntil })
      .onConflict((one) =>
        one.column('phoneHash').doUpdateSet({
          keepUntil,
          hadPaid: sql<number>`greatest("erasedPhone"."hadPaid", ${hadPaid})`,
        }),
      )
      .execute()
  }
  const { rows } = await sql<{ id: number }>`
    with recursive "all" as (
      select "id" from "user" where "id" = ${uid}
      union select u."id" from "user" u join "all" a on u."mergeToUid" = a."id" where u."lifeStatus" = 3
    )
    update "user" set "nickname" = ${NAME}, "avatar" = '', "phone" = '', "account" = '', "realName" = '', "sex" = 0,
      "cardId" = '', "birthday" = null, "addres" = '', "districtId" = null, "provinceId" = null, "cityId" = null,
      "mark" = '', "addIp" = '', "lastIp" = '', "groupId" = null, "customerGroupId" = null, "companyId" = null,
      "orgUserId" = null, "agentId" = null, "consent" = 0, "cleanTime" = now(), "updateTime" = now(),
      "version" = "version" + 1, "lifeStatus" = case when "id" = ${uid} then 2 else "lifeStatus" end
    where "id" in (select "id" from "all") returning "id"`.execute(tx)
  touch(tx, 'user')
  forgetTerms(tx, uid)
  return rows.length
}
