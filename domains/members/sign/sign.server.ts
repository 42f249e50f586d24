import type { Db, Tx } from '#kit/server/database.ts'
import { grantOf } from '#kit/server/grant.ts'
import { answerPage } from '#kit/server/list.ts'
import { noCustomer } from '#kit/server/openCaller.ts'
import { declareEvent, emit } from '#kit/server/outbox.ts'
import type { ServerPart } from '#kit/server/room.ts'
import { change, read } from '#kit/server/serve.ts'
import { touch } from '#kit/server/transaction.ts'
import { conflict } from '#kit/shared/errors.ts'
import { startOfDay } from '#kit/shared/time.ts'
import { memberSettings } from '../config/config.server.ts'
import { postExperience } from '../level/experience.server.ts'
import { lockMember, readMember } from '../level/member.server.ts'
import { ofOneUser } from '../level/seen.server.ts'
import { dayOf } from '../membership/period.rules.ts'
import { advance } from '../task/progress.server.ts'
import { signCalls as calls, type SignInfo } from './sign.calls.ts'
import { cycleDayOf, nextSignNum, rewardOf } from './sign.rules.ts'
import { userSign } from './userSign.entity.ts'

const EVENT = 'user.signed'

const lastDay = (db: Db, uid: number) =>
  db
    .selectFrom('userSign')
    .select('createDay')
    .where('uid', '=', uid)
    .orderBy('createDay', 'desc')
    .limit(1)
    .executeTakeFirst()

/**
 * Signs a user in for the day of a moment: once a day, 409 今日已签到, 409 签到未开启. Gives what the day of the cycle gives;
 * points only while somebody keeps them. Answers days in a row and what was given. Members §3.10.
 */
export async function signIn(tx: Tx, uid: number, now: Date) {
  const { sign_open, sign_cycle, sign_rules } = await memberSettings(tx, 'sign')
  if (sign_open === 0) throw conflict('签到未开启')
  const member = await lockMember(tx, uid)
  const today = dayOf(now)
  const last = (await lastDay(tx, uid))?.createDay
  if (last !== undefined && last >= today) throw conflict('今日已签到')
  const signNum = nextSignNum(member.signNum, last === dayOf(startOfDay(now, -1)))
  const reward = rewardOf(signNum, sign_cycle, sign_rules)
  const title = `连续签到第${signNum}天`
  const row = { uid, createDay: today, title, createTime: now }
  await tx.updateTable('user').set({ signNum }).where('id', '=', uid).execute()
  touch(tx, 'user')
  const grown = await postExperience(tx, {
    ...{ uid, amount: reward.experience, linkType: 'sign', linkId: `${uid}-${today}` },
    title: '签到',
  })
  const { id } = await tx
    .insertInto('userSign')
    .values({ ...row, type: 2, number: reward.experience, balance: grown.experience })
    .returning('id')
    .executeTakeFirstOrThrow()
  const points = grantOf(tx, 'integral')
  const integral = points === undefined ? 0 : reward.integral
  if (points !== undefined && integral > 0) {
    await points.grant(tx, uid, integral, { type: 'sign', id, line: 0, no: `${uid}-${today}`, title: '签到' })
    const balance = (await points.balances(tx, [uid])).get(uid) ?? 0
    await tx
      .insertInto('userSign')
      .values({ ...row, type: 1, number: integral, balance })
      .execute()
  }
  touch(tx, userSign.name)
  await emit(tx, EVENT, uid, { uid, day: today, signNum })
  await advance(tx, { uid, taskType: 4, sourceType: 'sign', sourceId: today, now })
  await advance(tx, { uid, taskType: 5, sourceType: 'sign', sourceId: today, now, reached: signNum })
  return { signNum, integral, experience: reward.experience, balance: grown.experience }
}

async function readInfo(db: Db, uid: number, now: Date): Promise<SignInfo> {
  const { sign_open, sign_cycle, sign_rules } = await memberSettings(db, 'sign')
  const member = await readMember(db, uid)
  const today = dayOf(now)
  const last = (await lastDay(db, uid))?.createDay
  const signedToday = last === today
  const isOn = signedToday || last === dayOf(startOfDay(now, -1))
  const signNum = isOn ? member.signNum : 0
  const days = await db
    .selectFrom('userSign')
    .select('createDay')
    .distinct()
    .where('uid', '=', uid)
    .where('createDay', '>=', `${today.slice(0, 7)}-01`)
    .orderBy('createDay')
    .execute()
  return {
    isOpen: sign_open === 1,
    signNum,
    signedToday,
    cycle: sign_cycle,
    rules: [...sign_rules].sort((a, b) => a.day - b.day),
    cycleDay: cycleDayOf(signedToday ? signNum : signNum + 1, sign_cycle),
    days: days.map((one) => one.createDay),
  }
}

/** Who asks; the gate has found them out. */
export function customerOf(uid: number | undefined): number {
  if (uid === undefined) throw noCustomer()
  return uid
}

export const signServer: ServerPart = {
  served: [
    read(calls.info, (db, { uid }) => readInfo(db, customerOf(uid), new Date())),
    change(calls.save, (tx, { uid }) => signIn(tx, customerOf(uid), new Date())),
    read(calls.list, async (db, who, { uid, ...input }) =>
      answerPage(db, who, userSign, calls.list.answer, input, {
        where: await ofOneUser(db, who, userSign.name, uid),
      }),
    ),
  ],
  registers: [declareEvent(EVENT, ['uid', 'day', 'signNum'])],
}
