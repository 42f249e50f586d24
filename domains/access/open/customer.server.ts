import { type Expression, type SqlBool, sql } from 'kysely'
import type { Db, Tx } from '#kit/server/database.ts'
import { randomToken } from '#kit/server/envelope.ts'
import { columnsPage } from '#kit/server/list.ts'
import { noCustomer } from '#kit/server/openCaller.ts'
import { change, read, type Served } from '#kit/server/serve.ts'
import { recordChange } from '#kit/server/transaction.ts'
import { unfiltered } from '#kit/shared/call.ts'
import { notFound } from '#kit/shared/errors.ts'
import { tokenHash } from '../session/session.server.ts'
import { refuseUnknown } from './known.server.ts'
import { openAppCalls as calls } from './openApp.calls.ts'
import { customerRow, customerSession, openApp } from './openApp.entity.ts'

const SESSION_DAYS = 30

/** What a customer of an application is given for having signed in there. */
export interface CustomerSession {
  /** travels as X-Customer; not kept anywhere */
  customerToken: string
  expireTime: Date
}

/**
 * Opens a session of a consumer at an application (who.app.id); who comes, and that they may, the caller has found out.
 * Members §2.5.
 */
export async function openCustomerSession(
  tx: Tx,
  appId: number,
  uid: number,
  ip: string,
): Promise<CustomerSession> {
  const customerToken = randomToken()
  const { expireTime } = await tx
    .insertInto('customerSession')
    .values({
      tokenHash: tokenHash(customerToken),
      appId,
      uid,
      ip,
      expireTime: sql<Date>`now() + make_interval(days => ${sql.lit(SESSION_DAYS)})`,
    })
    .returning('expireTime')
    .executeTakeFirstOrThrow()
  return { customerToken, expireTime }
}

/** Ends all sessions of a consumer, at every application; answers how many there were. Members §2.5. */
export async function endCustomerSessions(tx: Tx, uid: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('customerSession')
    .where('uid', '=', uid)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** The consumer of a session that was opened at an application; 401 without (noCustomer). */
export async function customerOf(db: Db, session: string, appId: number): Promise<number> {
  const row = await db
    .selectFrom('customerSession')
    .select('uid')
    .where('tokenHash', '=', tokenHash(session))
    .where('appId', '=', appId)
    .where('expireTime', '>', sql<Date>`now()`)
    .executeTakeFirst()
  if (row === undefined) throw noCustomer()
  return row.uid
}

export const customerServed: readonly Served[] = [
  read(calls.customerList, async (db, who, { appId, uid, page, limit }) => {
    await refuseUnknown(db, appId)
    const where: Expression<SqlBool>[] = [
      sql<SqlBool>`"customerSession"."appId" = ${appId}`,
      sql<SqlBool>`"customerSession"."expireTime" > now()`,
      ...(uid === null ? [] : [sql<SqlBool>`"customerSession"."uid" = ${uid}`]),
    ]
    const asked = { ...unfiltered, page, limit }
    return columnsPage(db, who, customerSession, customerRow, asked, { fresh: true, isDel: 'both', where })
  }),
  change(calls.customerEnd, async (tx, _who, { id }) => {
    const ended = await tx
      .deleteFrom('customerSession')
      .where('id', '=', id)
      .returning(['appId', 'uid'])
      .executeTakeFirst()
    if (ended === undefined) throw notFound()
    const text = `用户${ended.uid}的会话`
    recordChange(tx, {
      type: openApp.name,
      id: ended.appId,
      title: text,
      before: { 客户会话: text },
      after: { 客户会话: '已结束' },
    })
  }),
]
