import { randomInt, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from '#kit/server/database.ts'
import { asSystem } from '#kit/server/transaction.ts'
import { conflict, refuse, tooMany } from '#kit/shared/errors.ts'
import { isMobile } from '#kit/shared/text.ts'
import { keyedHash, settingsOf } from '../form.ts'
import { smsWay } from './gateway.ts'
import { codeTemplate, sendSms } from './sendSms.ts'
import { smsForm } from './sms.form.ts'
import { FAILED } from './smsRecord.entity.ts'

const TRIES = 5
const TOO_FAST = '发送过于频繁，请稍后再试'
const WRONG = '验证码错误'
/** how often a code may go to a phone, and be asked for from an address */
const PHONE_LIMITS = [
  { seconds: 60, most: 1 },
  { seconds: 3600, most: 5 },
  { seconds: 86_400, most: 20 },
]
const IP_LIMITS = [{ seconds: 86_400, most: 50 }]

/**
 * Sends a code of 6 digits to a phone; the one before it counts no more. 429 发送过于频繁，请稍后再试, 422 for no mobile
 * number and 短信条数不足, 409 when no message can be sent. Its own transaction and HTTP. Platform §12.2, doors §4.
 */
export async function sendCode(db: Db, phone: string, scene: string, ip: string): Promise<void> {
  if (!isMobile(phone)) throw refuse('请填写正确的手机号', 'phone')
  await smsWay(db)
  const templateId = await codeTemplate(db)
  const { sms_code_expire: minutes } = await settingsOf(db, smsForm)
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const id = await noteCode(db, { phone, scene, ip, codeHash: hashOf(db, phone, scene, code), minutes })
  const state = await sendSms(db, {
    phone,
    templateId,
    params: { code, minutes },
    hidden: { code: '******' },
    scene: 'code',
    sourceId: String(id),
  })
  if (state.status === FAILED) throw conflict(`短信发送失败：${state.memo}`)
}

interface NewCode {
  phone: string
  scene: string
  ip: string
  codeHash: string
  minutes: number
}

/** Notes a code that will be sent, within the limits of its phone and address; 429 beyond them. */
export function noteCode(db: Db, { phone, scene, ip, codeHash, minutes }: NewCode): Promise<number> {
  return asSystem(db, async (tx) => {
    await limit(tx, 'phone', phone, PHONE_LIMITS)
    await limit(tx, 'ip', ip, IP_LIMITS)
    const row = await tx
      .insertInto('smsCode')
      .values({
        phone,
        scene,
        ip,
        codeHash,
        expireTime: new Date(Date.now() + minutes * 60_000),
        usedTime: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return row.id
  })
}

/** Two at once must not both see that there is room: they go one after the other. */
async function limit(
  tx: Tx,
  column: 'phone' | 'ip',
  value: string,
  limits: typeof PHONE_LIMITS,
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`sms code ${column} ${value}`}, 0))`.execute(tx)
  const longest = limits.at(-1)?.seconds ?? 0
  const { rows } = await sql<{ age: number }>`
    select extract(epoch from now() - "createTime")::float8 as "age" from "smsCode"
    where ${sql.ref(column)} = ${value} and "createTime" > now() - make_interval(secs => ${longest})
    order by "createTime" desc`.execute(tx)
  for (const { seconds, most } of limits)
    if (rows.filter(({ age }) => age < seconds).length >= most) throw tooMany(TOO_FAST)
}

const hashOf = (db: Db, phone: string, scene: string, code: string): string =>
  keyedHash(db, `sms code ${phone} ${scene} ${code}`)

/**
 * Takes the code a person typed: it works once, within its minutes and 5 tries, and only the latest one of the phone
 * and scene. Called before the transaction it opens the way for, whose refusal would undo that the try counts. 422
 * 验证码错误 at the field `code`. Doors §4.
 */
export async function checkCode(db: Db, phone: string, scene: string, code: string): Promise<void> {
  if (db.isTransaction) throw new Error('A code is checked before the transaction it opens the way for')
  const tried = await sql<{ id: number; codeHash: string }>`
    update "smsCode" set "tries" = "tries" + 1
    where "id" = (select "id" from "smsCode" where "phone" = ${phone} and "scene" = ${scene}
        order by "createTime" desc, "id" desc limit 1)
      and "usedTime" is null and "expireTime" > now() and "tries" < ${TRIES}
    returning "id", "codeHash"`.execute(db)
  const [found] = tried.rows
  const given = Buffer.from(hashOf(db, phone, scene, code))
  const isRight =
    found !== undefined &&
    found.codeHash.length === given.length &&
    timingSafeEqual(given, Buffer.from(found.codeHash))
  if (!isRight) throw refuse(WRONG, 'code')
  const used = await db
    .updateTable('smsCode')
    .set({ usedTime: new Date() })
    .where('id', '=', found.id)
    .where('usedTime', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (used === undefined) throw refuse(WRONG, 'code')
}
