import { sql } from 'kysely'
import { z } from 'zod'
import type { Db, Tx } from '#kit/server/database.ts'
import { exportEntity } from '#kit/server/exportEntity.ts'
import { answerPage } from '#kit/server/list.ts'
import { change, own, read, type Served } from '#kit/server/serve.ts'
import { startTask } from '#kit/server/tasks/start.ts'
import { asSystem, inTransaction, recordChange } from '#kit/server/transaction.ts'
import type { Who } from '#kit/server/who.ts'
import { conflict, type FieldError, refuse, refuseFields, tooMany } from '#kit/shared/errors.ts'
import { formatMoney } from '#kit/shared/money.ts'
import { maskPhone } from '#kit/shared/text.ts'
import { toSeconds } from '#kit/shared/time.ts'
import { sealSecret, settingsOf } from '../form.ts'
import { noteCode } from '../sms/codes.ts'
import {
  accountOf,
  askSignedIn,
  forgetAccount,
  notConfigured,
  passState,
  providerOf,
  thePlatform,
} from './account.ts'
import { ask, ServiceError } from './ask.ts'
import { passCalls as calls, type RecordRow } from './pass.calls.ts'
import { passRecord, SERVICES, type ServiceType, TAKEN } from './passRecord.entity.ts'
import { onepassPart } from './services.forms.ts'

const FAILURES = 5
const LOCK_MINUTES = 15
const CHECK_MINUTES = 10
const SIGN_WAITING = 0
const anything = z.unknown()

const loggedIn = z.object({ token: z.string().min(1), account: z.string(), phone: z.string() })

const platformInfo = z.object({
  account: z.string(),
  phone: z.string(),
  services: z.array(
    z.object({
      type: z.enum(SERVICES.map((one) => one.value)),
      open: z.boolean(),
      num: z.number().int().min(0),
      surp: z.number().int().min(0),
      sign: z.string().default(''),
      newSign: z.string().default(''),
      signStatus: z.number().nullable().default(null),
      com: z.string().default(''),
      tempId: z.string().default(''),
      siid: z.string().default(''),
    }),
  ),
})

/** Takes over what the platform says of the account; units that are under way here it has not counted yet. */
async function refresh(db: Db): Promise<void> {
  const { account, phone, services } = await askSignedIn(db, 'info', {}, platformInfo)
  await asSystem(db, async (tx) => {
    await tx.updateTable('passAccount').set({ account, phone }).execute()
    for (const { type, open, num, surp, ...facts } of services)
      await tx
        .updateTable('passService')
        .set({
          ...facts,
          num,
          open: open ? 1 : 0,
          surp: sql`greatest(0, ${surp}::int - (select coalesce(sum("units"), 0)::int from "passRecord"
            where "passRecord"."type" = ${type} and "status" = ${TAKEN}))`,
        })
        .where('type', '=', type)
        .execute()
  })
}

/** Counts an attempt before it is made, so that many at once are no more than many in a row; 429 after five. */
async function countAttempt(db: Db): Promise<void> {
  const { rows } = await sql`
    update "passAccount" set
      "failCount" = case when "lockUntil" < now() then 1 else "failCount" + 1 end,
      "lockUntil" = case when "lockUntil" < now() then null when "failCount" + 1 >= ${FAILURES}
        then now() + make_interval(mins => ${LOCK_MINUTES}) end
    where "failCount" < ${FAILURES} or "lockUntil" < now() returning "failCount"`.execute(db)
  if (rows.length === 0) throw tooMany(`登录失败次数过多，请${LOCK_MINUTES}分钟后再试`)
}

async function logIn(db: Db, account: string, password: string): Promise<void> {
  const platform = await thePlatform(db)
  await countAttempt(db)
  try {
    const found = await ask(db, platform, 'login', { account, password }, loggedIn)
    await sql`update "passAccount" set "account" = ${found.account}, "phone" = ${found.phone},
      "token" = ${sealSecret(db, found.token)}, "failCount" = 0, "lockUntil" = null, "loginTime" = now()`.execute(
      db,
    )
  } catch (error) {
    // An account nobody could look at was not tried.
    if (!(error instanceof ServiceError) || error.isPassing)
      await sql`update "passAccount" set "failCount" = greatest("failCount" - 1, 0), "lockUntil" = null`.execute(
        db,
      )
    throw error
  }
  await refresh(db)
}

async function infoOf(db: Db) {
  const provider = await providerOf(db)
  if (provider.kind === 'none') throw notConfigured()
  const local = provider.kind === 'local'
  if (!local) await refresh(db)
  const { info } = await passState(db)
  const rows = await db.selectFrom('passService').selectAll().execute()
  const of = (type: ServiceType) => {
    const row = rows.find((one) => one.type === type)
    if (row === undefined) throw new Error(`Service ${type} has no row`)
    return row
  }
  return {
    account: info?.account ?? '',
    phone: info?.phone ?? '',
    local,
    sms: of('sms'),
    copy: of('copy'),
    query: of('expr_query'),
    dump: of('expr_dump'),
  }
}

type Opening = Record<'sign' | 'com' | 'tempId' | 'toName' | 'toTel' | 'toAddress' | 'siid', string>

const NEEDS: Record<ServiceType, readonly (keyof Opening)[]> = {
  sms: ['sign'],
  copy: [],
  expr_query: [],
  expr_dump: ['com', 'tempId', 'toName', 'toTel', 'toAddress', 'siid'],
}

async function openService(db: Db, who: Who, type: ServiceType, given: Opening): Promise<void> {
  const missing = NEEDS[type]
    .filter((name) => given[name] === '')
    .map((name): FieldError => ({ field: name, message: `请输入${calls.open.shape[name]?.label}` }))
  if (missing.length > 0) throw refuseFields(missing)
  const facts = Object.fromEntries(NEEDS[type].map((name) => [name, given[name]]))
  const provider = await providerOf(db)
  if (provider.kind === 'none') throw notConfigured()
  const service = await db
    .selectFrom('passService')
    .select('open')
    .where('type', '=', type)
    .executeTakeFirstOrThrow()
  if (service.open === 1) return
  if (provider.kind === 'platform') await askSignedIn(db, 'service/open', { type, ...facts }, anything)
  await inTransaction(db, who, async (tx) => {
    await tx
      .updateTable('passService')
      .set({ ...facts, open: 1 })
      .where('type', '=', type)
      .execute()
    noteService(tx, type, { 开通: '是', ...facts })
  })
  if (provider.kind === 'platform') await refresh(db)
}

const nameOf = (type: ServiceType): string => SERVICES.find((one) => one.value === type)?.label ?? type

/** For the operation log: the services are no rows of an entity. */
function noteService(tx: Tx, type: ServiceType, after: Record<string, unknown>): void {
  const id = SERVICES.findIndex((one) => one.value === type) + 1
  recordChange(tx, { type: 'passService', id, title: nameOf(type), before: {}, after })
}

/** A person of this session has shown that the account is his; for a while. */
async function allowPhone(db: Db, sessionId: number): Promise<void> {
  const expireTime = sql<Date>`now() + make_interval(mins => ${CHECK_MINUTES})`
  await sql`delete from "passCheck" where "expireTime" < now()`.execute(db)
  await db
    .insertInto('passCheck')
    .values({ sessionId, expireTime })
    .onConflict((conflict) => conflict.column('sessionId').doUpdateSet({ expireTime }))
    .execute()
}

async function demandAllowed(db: Db, sessionId: number): Promise<void> {
  const row = await db
    .selectFrom('passCheck')
    .select('sessionId')
    .where('sessionId', '=', sessionId)
    .where('expireTime', '>', sql<Date>`now()`)
    .executeTakeFirst()
  if (row === undefined) throw conflict('请先验证账号信息')
}

const ALL = 3

async function recordsOf(
  db: Db,
  { type, status, page, limit }: { type: ServiceType; status: number; page: number; limit: number },
): Promise<{ count: number; rows: RecordRow[] }> {
  const from = (page - 1) * limit
  if (type === 'sms') {
    let query = db.selectFrom('smsRecord').where('isDel', '=', 0)
    if (status !== ALL) query = query.where('status', '=', status === 0 ? 0 : status === 1 ? 1 : 2)
    const { count } = await query
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    const rows = await query
      .selectAll()
      .orderBy('createTime', 'desc')
      .orderBy('id', 'desc')
      .offset(from)
      .limit(limit)
      .execute()
    return {
      count,
      rows: rows.map(({ id, phone, content, status, resultcode, createTime }) => ({
        id,
        phone: maskPhone(phone),
        content,
        status,
        _resultcode: String(resultcode ?? ''),
        add_time: toSeconds(createTime),
      })),
    }
  }
  const query = db.selectFrom('passRecord').where('isDel', '=', 0).where('type', '=', type)
  const { count } = await query
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const rows = await query
    .selectAll()
    .orderBy('createTime', 'desc')
    .orderBy('id', 'desc')
    .offset(from)
    .limit(limit)
    .execute()
  return {
    count,
    rows: rows.map(({ id, num, code, fromName, toName, url, resultcode, status, createTime }) => ({
      id,
      status,
      _resultcode: resultcode,
      add_time: toSeconds(createTime),
      ...(type === 'copy' ? { url } : { code }),
      ...(type === 'expr_query' ? { content: { num } } : {}),
      ...(type === 'expr_dump' ? { num, from_name: fromName, to_name: toName } : {}),
    })),
  }
}

export const passExport = exportEntity(passRecord, calls.exportRecords)

export const servedPass: readonly Served[] = [
  own(calls.login, async (db, _who, { account, password }) => {
    await logIn(db, account, password)
    return passState(db)
  }),
  own(calls.sendUserCode, async (db, _who, { phone, types }, { ip }) => {
    const platform = await thePlatform(db)
    // The platform makes the code; only how often it is asked for is counted here.
    await noteCode(db, { phone, scene: 'pass', ip, codeHash: '', minutes: 0 })
    await ask(db, platform, 'code', { phone, types }, anything)
  }),
  own(calls.register, async (db, _who, { domain, ...input }) => {
    if (input.account !== input.phone) throw refuse('账号须与手机号相同', 'account')
    const { onepass_domain } = await settingsOf(db, onepassPart)
    const body = { ...input, domain: domain || onepass_domain }
    await ask(db, await thePlatform(db), 'register', body, anything)
  }),
  own(calls.logout, async (db) => {
    await thePlatform(db)
    await forgetAccount(db)
  }),
  read(calls.info, (db) => infoOf(db)),
  own(calls.updatePassword, async (db, _who, input) => {
    await ask(db, await thePlatform(db), 'password', input, anything)
    await forgetAccount(db)
  }),
  own(calls.validatePhone, async (db, who, { account, password }) => {
    await thePlatform(db)
    await askSignedIn(db, 'verify', { account, password }, anything)
    await allowPhone(db, who.sessionId)
  }),
  own(calls.updatePhone, async (db, who, { account, phone, code }) => {
    await thePlatform(db)
    await demandAllowed(db, who.sessionId)
    await askSignedIn(db, 'phone', { account, phone, code }, anything)
    await db.updateTable('passAccount').set({ phone }).execute()
    await db.deleteFrom('passCheck').where('sessionId', '=', who.sessionId).execute()
  }),
  own(calls.open, (db, who, { type, ...given }) => openService(db, who, type, given)),
  read(calls.userRecord, async (db, _who, input) => {
    const { kind } = await providerOf(db)
    if (kind === 'none') throw notConfigured()
    const { count, rows } = await recordsOf(db, input)
    return { count, total: count, data: rows, list: rows }
  }),
  change(calls.topUp, async (tx, _who, { type, num, amount, remark }) => {
    const { kind } = await providerOf(tx)
    if (kind === 'none') throw notConfigured()
    if (kind === 'platform') throw conflict('请在平台服务网站充值')
    const row = await tx
      .updateTable('passService')
      .set({ num: sql`"num" + ${num}`, surp: sql`"surp" + ${num}` })
      .where('type', '=', type)
      .where('open', '=', 1)
      .returning('surp')
      .executeTakeFirst()
    if (row === undefined) throw conflict(`${nameOf(type)}服务未开通`)
    noteService(tx, type, { 充值: num, 金额: formatMoney(amount), 备注: remark, 剩余: row.surp })
  }),
  own(calls.modifySign, async (db, who, { sign, phone, code }) => {
    await thePlatform(db)
    const { phone: bound } = await accountOf(db)
    if (bound !== '' && bound !== phone) throw refuse('手机号与平台账号绑定的不一致', 'phone')
    await askSignedIn(db, 'sms/sign', { sign, phone, code }, anything)
    await inTransaction(db, who, async (tx) => {
      await tx
        .updateTable('passService')
        .set({ newSign: sign, signStatus: SIGN_WAITING })
        .where('type', '=', 'sms')
        .execute()
      noteService(tx, 'sms', { 申请签名: sign })
    })
  }),
  read(calls.records, (db, who, input) => answerPage(db, who, passRecord, calls.records.answer, input)),
  change(calls.exportRecords, (tx, who, input) => startTask(tx, who, passExport, input)),
]
