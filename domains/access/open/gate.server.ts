import { sql } from 'kysely'
import type { Db } from '#kit/server/database.ts'
import { randomToken } from '#kit/server/envelope.ts'
import { inNetworks } from '#kit/server/network.ts'
import { declareOpenGate, noApp, type OpenAnswered } from '#kit/server/openCaller.ts'
import { type CallRequest, own, read, type Served } from '#kit/server/serve.ts'
import { asSystem } from '#kit/server/transaction.ts'
import { type Who, whoIsApp } from '#kit/server/who.ts'
import type { Call } from '#kit/shared/call.ts'
import { cut } from '#kit/shared/characters.ts'
import { AppError, NO_PERMISSION, tooMany } from '#kit/shared/errors.ts'
import { OPEN_SCOPES, openPermission } from '#kit/shared/open.ts'
import { dayKey, toSeconds } from '#kit/shared/time.ts'
import { tokenHash } from '../session/session.server.ts'
import { customerOf } from './customer.server.ts'
import { openCalls } from './openApp.calls.ts'
import { isSigned, secretsOfApp } from './secret.server.ts'

const TOKEN_S = 7200
/** A clock may be wrong by so much. */
const CLOCK_S = 300
const MOST_MESSAGE = 300

/** What the gate looks at. */
interface Found {
  id: number
  name: string
  appKey: string
  channelId: number
  scopes: string[]
  ipList: string[]
  rateLimit: number
  externalPrice: number
  /** which call of this second it is */
  inSlot: number
}

/** Of an application `a`: it may ask now. */
const isOpen = sql<boolean>`a."isDel" = 0 and a."status" = 1 and (a."expireTime" is null or a."expireTime" > now())`

/**
 * The application of a token, with this call counted: of the day for its page, and of the second for its rate. One statement,
 * so that several servers count together. A transaction that began in an earlier second counts in the present one.
 */
async function findApp(db: Db, token: string): Promise<Found | undefined> {
  const { rows } = await sql<Found>`
    with "caller" as (
      select a."id", a."name", a."appKey", a."channelId", a."scopes", a."ipList", a."rateLimit", a."externalPrice"
      from "openToken" t join "openApp" a on a."id" = t."appId"
      where t."tokenHash" = ${tokenHash(token)} and t."expireTime" > now() and ${isOpen}
    ), "counted" as (
      insert into "openAppDay" as d ("appId", "day", "calls", "slot", "inSlot")
      select "id", ${dayKey(new Date())}, 1, floor(extract(epoch from now()))::bigint, 1 from "caller"
      on conflict ("appId", "day") do update set "calls" = d."calls" + 1,
        "slot" = greatest(d."slot", excluded."slot"),
        "inSlot" = case when d."slot" >= excluded."slot" then d."inSlot" + 1 else 1 end,
        "refused" = d."refused" + case when d."slot" >= excluded."slot"
          and d."inSlot" >= (select "rateLimit" from "caller") then 1 else 0 end
      returning d."inSlot"
    )
    select "caller".*, "counted"."inSlot" from "caller", "counted"`.execute(db)
  return rows[0]
}

/** 403 from an address that is not among those of the application, if it names any. */
function refuseAddress({ ipList }: Pick<Found, 'ipList'>, ip: string): void {
  if (ipList.length > 0 && !inNetworks(ip, ipList))
    throw new AppError(403, NO_PERMISSION, { reason: 'address' })
}

/** The gate of /open: token, rate, address. Orders §8. */
async function findCaller(db: Db, token: string, call: Call, request: CallRequest): Promise<Who> {
  const app = await findApp(db, token)
  if (app === undefined) throw noApp()
  const { id, name, appKey, channelId, scopes, externalPrice } = app
  if (app.inSlot > app.rateLimit) {
    request.setHeader('Retry-After', '1')
    throw tooMany()
  }
  try {
    refuseAddress(app, request.ip)
  } catch (error) {
    await note(db, { ...asked(call, request), appId: id, code: 403, message: 'IP不在白名单' })
    throw error
  }
  const known = OPEN_SCOPES.filter(({ value }) => scopes.includes(value))
  return whoIsApp(
    { id, name, appKey, channelId, externalPrice: externalPrice === 1, scopes, rateLimit: app.rateLimit },
    known.map(({ value }) => openPermission(value)),
  )
}

/** What every line in the log of an application says of its request. */
const asked = ({ method, path }: Pick<Call, 'method' | 'path'>, { ip, id: requestId }: CallRequest) => ({
  method,
  path,
  ip,
  requestId,
  ms: 0,
  uid: null,
})

/** A line in the log of an application. */
async function note(db: Db, answered: OpenAnswered): Promise<void> {
  await db
    .insertInto('openLog')
    .values({ ...answered, message: answered.code === 200 ? '' : cut(answered.message, MOST_MESSAGE) })
    .execute()
}

export const openGate = declareOpenGate({ find: findCaller, customer: customerOf, note })

/** Gives a token for a signature; what is wrong with that of a known application stands in its log as well. */
async function giveToken(
  db: Db,
  { appKey, timestamp, sign }: { appKey: string; timestamp: number; sign: string },
  request: CallRequest,
): Promise<{ accessToken: string; expiresIn: number }> {
  const row = await sql<{ id: number; ipList: string[]; isOpen: boolean; isOld: boolean }>`
    select a."id", a."ipList", (${isOpen}) as "isOpen", coalesce(a."oldUntil" > now(), false) as "isOld"
    from "openApp" a where a."appKey" = ${appKey}`.execute(db)
  const app = row.rows[0]
  const wrong = new AppError(401, '签名无效')
  if (app === undefined) throw wrong
  try {
    if (Math.abs(toSeconds(new Date()) - timestamp) > CLOCK_S)
      throw new AppError(401, `时间戳与服务器时间相差超过${CLOCK_S}秒`)
    const { secret, oldSecret } = await secretsOfApp(db, app.id)
    const signed = `${appKey}\n${timestamp}`
    if (!isSigned(secret, signed, sign) && !(app.isOld && isSigned(oldSecret, signed, sign))) throw wrong
    if (!app.isOpen) throw new AppError(401, '应用已停用或已到期')
    refuseAddress(app, request.ip)
  } catch (error) {
    if (error instanceof AppError) {
      const { code, message } = error
      await note(db, { ...asked(openCalls.token, request), appId: app.id, code, message })
    }
    throw error
  }
  const accessToken = randomToken()
  await asSystem(db, async (tx) => {
    await tx
      .insertInto('openToken')
      .values({
        tokenHash: tokenHash(accessToken),
        appId: app.id,
        expireTime: new Date(Date.now() + TOKEN_S * 1000),
      })
      .execute()
    // No change of the application: nobody who edits it is disturbed.
    await sql`update "openApp" set "lastTime" = now() where "id" = ${app.id}`.execute(tx)
  })
  await note(db, { ...asked(openCalls.token, request), appId: app.id, code: 200, message: '' })
  return { accessToken, expiresIn: TOKEN_S }
}

/** Removes tokens and sessions of customers that are over; answers how many. */
export async function sweepOpen(db: Db): Promise<number> {
  let removed = 0
  for (const table of ['openToken', 'customerSession'] as const) {
    const { numDeletedRows } = await db
      .deleteFrom(table)
      .where('expireTime', '<', sql<Date>`now()`)
      .executeTakeFirstOrThrow()
    removed += Number(numDeletedRows)
  }
  return removed
}

export const gateServed: readonly Served[] = [
  own(openCalls.token, (db, _who, input, request) => giveToken(db, input, request)),
  read(openCalls.app, async (_db, { app }) => {
    if (app === undefined) throw noApp()
    const { appKey, name, channelId, scopes, rateLimit } = app
    return { appKey, name, channelId, scopes: [...scopes], rateLimit, serverTime: toSeconds(new Date()) }
  }),
]
