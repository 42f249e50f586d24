import { sql } from 'kysely'
import { staffIdentity } from '#domains/access/access.door.ts'
import { accountOf, postAccount } from '#domains/accounts/accounts.door.ts'
import type { Db, Tx } from '#kit/server/database.ts'
import { randomToken } from '#kit/server/envelope.ts'
import { grantOf } from '#kit/server/grant.ts'
import { insertRow, lockRow } from '#kit/server/rows.ts'
import { change, read } from '#kit/server/serve.ts'
import { touch } from '#kit/server/transaction.ts'
import type { Who } from '#kit/server/who.ts'
import type { InOf } from '#kit/shared/call.ts'
import { AppError, refuse } from '#kit/shared/errors.ts'
import { type Cents, formatMoney } from '#kit/shared/money.ts'
import { startOfDay } from '#kit/shared/time.ts'
import { memberSettings } from '../config/config.server.ts'
import { postExperience } from '../level/experience.server.ts'
import { refuseGone } from './living.rules.ts'
import { userCalls } from './user.calls.ts'
import { user } from './user.entity.ts'
import { userFounds } from './userFounds.entity.ts'
import { readUser } from './userRead.server.ts'

const ADJUSTED = 5
const SYSTEM_MARK = '后台操作'
const TITLE = '人工调整'
/** The same values by the same person within this time are the same request, where the client numbers none. */
const WINDOW = sql`interval '10 seconds'`
const UNNUMBERED = 'auto-'

type Asked = InOf<typeof userCalls.founds>

/** What is given (> 0) and taken (< 0): cents of the balance, points of the others. */
interface Change {
  money: Cents
  integral: number
  diamond: number
  experience: number
}

/** Kinds whose ledgers stand in rooms above, which are asked by name. Doors §3. */
const GRANTED = [
  { kind: 'integral', label: '积分', field: 'integralValue' },
  { kind: 'diamond', label: '钻石', field: 'diamondValue' },
] as const

const DOWN = 2
const signed = (type: 1 | 2, value: number): number => (type === DOWN ? -value : value)

function changeOf(asked: Asked): Change {
  const change = {
    money: signed(asked.moneyType, asked.moneyValue),
    integral: signed(asked.integralType, asked.integralValue),
    diamond: signed(asked.diamondType, asked.diamondValue),
    experience: signed(asked.experienceType, asked.experienceValue),
  }
  if (Object.values(change).every((one) => one === 0)) throw refuse('请输入要调整的数量', 'moneyValue')
  return change
}

/** How much somebody may adjust: cents at once and today, points at once; null: without limit. */
interface Limits {
  onceMoney: Cents
  dayMoney: Cents
  onceIntegral: number
}

/** The widest limits of the roles somebody has; who holds everything has none. Members §2.6, §3.9. */
async function limitsOf(db: Db, who: Who): Promise<Limits | null> {
  if (who.all) return null
  const roleIds = (await staffIdentity(db, who.adminId))?.roleIds ?? []
  const { found_rows: rows } = await memberSettings(db, 'found')
  const own = rows.filter((row) => roleIds.includes(row.roleId))
  const most = (values: readonly number[]): number => Math.max(0, ...values)
  return {
    onceMoney: most(own.map((row) => row.found_once_money)),
    dayMoney: most(own.map((row) => row.found_day_money)),
    onceIntegral: most(own.map((row) => row.found_once_integral)),
  }
}

/** What somebody has adjusted of balances since the day began, whichever way. */
async function usedToday(db: Db, who: Who): Promise<Cents> {
  const { rows } = await sql<{
    used: Cents
  }>`select coalesce(sum(abs("money")), 0)::bigint as "used" from "userFounds"
    where "adminId" = ${who.adminId} and "createTime" >= ${startOfDay(new Date())}`.execute(db)
  return Number(rows[0]?.used ?? 0)
}

const OVER = '超出您的调整额度'

async function guardLimits(tx: Tx, who: Who, change: Change): Promise<void> {
  const limits = await limitsOf(tx, who)
  if (limits === null) return
  const money = Math.abs(change.money)
  if (money > limits.onceMoney)
    throw refuse(`${OVER}，单次最多${formatMoney(limits.onceMoney)}`, 'moneyValue')
  for (const name of ['integral', 'diamond', 'experience'] as const)
    if (Math.abs(change[name]) > limits.onceIntegral)
      throw refuse(`${OVER}，单次最多${limits.onceIntegral}`, `${name}Value`)
  if (money === 0) return
  // Whoever adjusts in two windows at once waits here, so that both count.
  await sql`select pg_advisory_xact_lock(hashtext('founds'), ${who.adminId})`.execute(tx)
  const left = limits.dayMoney - (await usedToday(tx, who))
  if (money > left) throw refuse(`${OVER}，今日剩余${formatMoney(Math.max(0, left))}`, 'moneyValue')
}

/** What the same request has done before; undefined the first time. */
function earlier(tx: Tx, who: Who, asked: Asked, { money, integral, diamond, experience }: Change) {
  const own = tx
    .selectFrom('userFounds')
    .select(['uid', 'balanceAfter', 'experienceAfter'])
    .where('adminId', '=', who.adminId)
  if (asked.requestNo !== '') return own.where('requestNo', '=', asked.requestNo).executeTakeFirst()
  return own
    .where('uid', '=', asked.uid)
    .where('money', '=', money)
    .where('integral', '=', integral)
    .where('diamond', '=', diamond)
    .where('experience', '=', experience)
    .where('requestNo', 'like', `${UNNUMBERED}%`)
    .where('createTime', '>', sql<Date>`now() - ${WINDOW}`)
    .executeTakeFirst()
}

/** Posts to a ledger of a room above; 409 while nobody keeps it. */
async function postGranted(
  tx: Tx,
  { kind, label, field }: (typeof GRANTED)[number],
  uid: number,
  n: number,
  source: { id: number; no: string; title: string },
): Promise<void> {
  if (n === 0) return
  const grant = grantOf(tx, kind)
  const whole = { ...source, type: 'founds', line: 0 }
  if (grant === undefined) throw refuse(`${label}尚未启用，不能调整`, field)
  if (n > 0) {
    await grant.grant(tx, uid, n, whole)
    return
  }
  if (grant.take === undefined) throw refuse(`${label}不支持减少`, field)
  const has = (await grant.balances(tx, [uid])).get(uid) ?? 0
  if (has < -n) throw refuse(`${label}不足，当前${has}`, field)
  await grant.take(tx, uid, -n, whole)
}

async function postMoney(
  tx: Tx,
  uid: number,
  money: Cents,
  source: { id: number; no: string; title: string; mark: string },
): Promise<Cents> {
  if (money === 0) return (await accountOf(tx, { accountType: 1, uid }))?.balance ?? 0
  const { id, no, title, mark } = source
  try {
    const { balance } = await postAccount(tx, {
      holder: { accountType: 1, uid },
      pm: money > 0 ? 1 : 0,
      transactionType: ADJUSTED,
      amount: Math.abs(money),
      source: { type: userFounds.name, id },
      linkId: no,
      title,
      mark,
    })
    return balance
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 422) throw error
    const available = (await accountOf(tx, { accountType: 1, uid }))?.available ?? 0
    throw refuse(`余额不足，当前${formatMoney(available)}`, 'moneyValue')
  }
}

/**
 * Adjusts what a user has, of all kinds in one transaction and once per request number. Locks follow doors §5: the user,
 * points and diamonds, the account.
 */
export async function adjust(tx: Tx, who: Who, asked: Asked) {
  const change = changeOf(asked)
  const { uid } = asked
  const row = await lockRow(tx, user, uid)
  refuseGone(row)
  const before = await earlier(tx, who, asked, change)
  if (before !== undefined) {
    if (before.uid !== uid) throw refuse('请求号已用于其他用户', 'requestNo')
    return { uid, balance: formatMoney(before.balanceAfter), experience: before.experienceAfter }
  }
  await guardLimits(tx, who, change)
  const requestNo = asked.requestNo || `${UNNUMBERED}${randomToken(16)}`
  const mark = asked.mark || SYSTEM_MARK
  const made = await insertRow(
    tx,
    userFounds,
    { uid, adminId: who.adminId, requestNo, ...change, mark },
    { anyScope: true },
  )
  const source = { id: made.id, no: requestNo.slice(0, 60), title: TITLE }
  const { experience } = await postExperience(tx, {
    ...{
      uid,
      amount: change.experience,
      linkType: 'system',
      linkId: `${uid}-founds-${made.id}`,
      title: TITLE,
      mark,
    },
  })
  for (const one of GRANTED) await postGranted(tx, one, uid, change[one.kind], source)
  const balance = await postMoney(tx, uid, change.money, { ...source, mark })
  await tx.updateTable('user').set({ nowMoney: balance }).where('id', '=', uid).execute()
  touch(tx, 'user')
  await tx
    .updateTable('userFounds')
    .set({ balanceAfter: balance, experienceAfter: experience })
    .where('id', '=', made.id)
    .execute()
  return { uid, balance: formatMoney(balance), experience }
}

async function foundsLimits(db: Db, who: Who, uid: number) {
  const { experience } = await readUser(db, who, uid)
  const limits = await limitsOf(db, who)
  const has = async (kind: string): Promise<number | null> => {
    const grant = grantOf(db, kind)
    return grant === undefined ? null : ((await grant.balances(db, [uid])).get(uid) ?? 0)
  }
  const balance = (await accountOf(db, { accountType: 1, uid }))?.balance ?? 0
  const left = limits === null ? null : Math.max(0, limits.dayMoney - (await usedToday(db, who)))
  return {
    balance: formatMoney(balance),
    experience,
    integral: await has('integral'),
    diamond: await has('diamond'),
    onceMoney: limits === null ? null : formatMoney(limits.onceMoney),
    leftMoney: left === null ? null : formatMoney(left),
    onceIntegral: limits === null ? null : limits.onceIntegral,
  }
}

export const foundsServed = [
  change(userCalls.founds, (tx, who, asked) => adjust(tx, who, asked)),
  read(userCalls.foundsLimits, (db, who, { uid }) => foundsLimits(db, who, uid)),
]
