import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import { type Db, jsonb } from '#kit/server/database.ts'
import type { JobDefinition } from '#kit/server/room.ts'
import { insertRow, lockRow, updateRow } from '#kit/server/rows.ts'
import { inTransaction } from '#kit/server/transaction.ts'
import { theSystem, type Who } from '#kit/server/who.ts'
import { AppError, conflict, refuse, refuseFields } from '#kit/shared/errors.ts'
import {
  type Label,
  type LabelParty,
  type LabelTemplate,
  type Trace,
  templateAnswer,
  traceAnswer,
} from '../express.calls.ts'
import { express } from '../express.entity.ts'
import { openSecret, settingsOf } from '../form.ts'
import { notConfigured, signedIn } from './account.ts'
import { ask, type Service } from './ask.ts'
import { baseOf } from './bases.ts'
import { BY_PLATFORM, expressForm, labelForm } from './services.forms.ts'
import { giveUnits, spendUnits, takeUnits } from './units.ts'

const NO_LABELS = '未配置电子面单服务'
const TRACE_MINUTES = 30
const TEMPLATE_HOURS = 24
const LABEL_LEASE_S = 60
/** a waybill has to be drawn at the carrier */
const LABEL_MS = 15_000

/** Who is asked about parcels; 409 未配置平台服务 when nobody can be. Platform §7.2 form 128. */
export async function expressService(db: Db): Promise<Service> {
  const set = await settingsOf(db, expressForm)
  if (set.logistics_type === BY_PLATFORM) {
    const platform = await signedIn(db)
    return { ...platform, system: '快递', base: `${platform.base.replace(/\/+$/, '')}/express` }
  }
  const base = baseOf(db, 'expressBase', set.logistics_url)
  if (base === '') throw notConfigured()
  return { system: '快递', base, token: set.system_express_app_code }
}

/** Does something paid for: the units are taken before and come back when it fails. */
async function paid<T>(
  db: Db,
  take: { type: 'expr_query' | 'expr_dump'; source: string; facts: Parameters<typeof takeUnits>[4] },
  work: () => Promise<T>,
  told: (answer: T) => Parameters<typeof spendUnits>[2],
): Promise<T> {
  await takeUnits(db, take.type, 1, take.source, take.facts)
  try {
    const answer = await work()
    await spendUnits(db, take.source, told(answer))
    return answer
  } catch (error) {
    await giveUnits(db, take.source, error instanceof AppError ? error.message : '内部错误')
    throw error
  }
}

/** The way of a parcel, kept for 30 minutes; one that is not costs a unit. Doors §4 expressTrace. */
export async function expressTrace(db: Db, com: string, num: string, phone: string): Promise<Trace> {
  const known = await db
    .selectFrom('expressTrace')
    .select('answer')
    .where('com', '=', com)
    .where('num', '=', num)
    .where('phone', '=', phone)
    .where('time', '>', sql<Date>`now() - make_interval(mins => ${TRACE_MINUTES})`)
    .executeTakeFirst()
  if (known !== undefined) return traceAnswer.parse(known.answer)
  const service = await expressService(db)
  const answer = await paid(
    db,
    { type: 'expr_query', source: `trace:${randomUUID()}`, facts: { code: com, num } },
    () => ask(db, service, 'trace', { com, num, phone }, traceAnswer),
    ({ state }) => ({ resultcode: String(state) }),
  )
  const columns = { answer: jsonb(answer), time: sql<Date>`now()` }
  await sql`delete from "expressTrace" where "time" < now() - make_interval(mins => ${TRACE_MINUTES})`.execute(
    db,
  )
  await db
    .insertInto('expressTrace')
    .values({ com, num, phone, ...columns })
    .onConflict((conflict) => conflict.columns(['com', 'num', 'phone']).doUpdateSet(columns))
    .execute()
  return answer
}

/** Where waybills come from; 409 未配置电子面单服务 when they are switched off or nobody can be asked. */
async function labelService(db: Db): Promise<Service> {
  const { config_export_open } = await settingsOf(db, labelForm)
  if (config_export_open === 0) throw conflict(NO_LABELS)
  return expressService(db).catch((error: unknown) => {
    throw error instanceof AppError ? conflict(NO_LABELS) : error
  })
}

/** The waybill templates of a carrier, kept for 24 hours. Platform §8.3. */
export async function labelTemplates(db: Db, com: string): Promise<LabelTemplate[]> {
  const service = await labelService(db)
  const list = z.array(templateAnswer)
  const known = await db
    .selectFrom('expressTemplate')
    .select('answer')
    .where('com', '=', com)
    .where('time', '>', sql<Date>`now() - make_interval(hours => ${TEMPLATE_HOURS})`)
    .executeTakeFirst()
  if (known !== undefined) return list.parse(known.answer)
  const answer = await ask(db, service, 'templates', { com }, z.object({ list }))
  const columns = { answer: jsonb(answer.list), time: sql<Date>`now()` }
  await db
    .insertInto('expressTemplate')
    .values({ com, ...columns })
    .onConflict((conflict) => conflict.column('com').doUpdateSet(columns))
    .execute()
  return answer.list
}

/** A parcel that needs a waybill; what is left out comes from form 129. */
export interface LabelRequest {
  parcelSn: string
  com?: string
  tempId?: string
  from?: Partial<LabelParty> | null
  to: LabelParty
  /** grams */
  weight: number
}

const printed = z.object({ expressNo: z.string().min(1).max(64), labelUrl: z.string().max(500) })

/** A waybill's number and picture; the same parcel again gets the same and costs nothing. Doors §4 expressLabel. */
export async function expressLabel(db: Db, { parcelSn, ...given }: LabelRequest): Promise<Label> {
  const known = await labelOf(db, parcelSn)
  if (known !== undefined && known.expressNo !== '') return known
  const service = await labelService(db)
  const set = await settingsOf(db, labelForm)
  const com = given.com || set.config_export_com
  const tempId = given.tempId || set.config_export_temp_id
  const from: LabelParty = {
    name: given.from?.name ?? set.config_export_to_name,
    tel: given.from?.tel ?? set.config_export_to_tel,
    address: given.from?.address ?? set.config_export_to_address,
  }
  if (com === '') throw refuse('请输入快递公司编码', 'com')
  if (Object.values(from).includes(''))
    throw refuseFields([{ field: 'from', message: '请在电子面单设置中填写发件人' }])
  const carrier = await accountAt(db, com)
  // Two that print the same parcel at once would pay twice: one does it, the other asks again.
  if (!(await claimLabel(db, parcelSn, com))) {
    const done = await labelOf(db, parcelSn)
    if (done !== undefined && done.expressNo !== '') return done
    throw conflict('该包裹的面单正在打印，请稍后再试')
  }
  try {
    const label = await paid(
      db,
      {
        type: 'expr_dump',
        source: `label:${parcelSn}`,
        facts: { code: com, fromName: from.name, toName: given.to.name },
      },
      () =>
        ask(
          db,
          service,
          'label',
          {
            requestId: parcelSn,
            com,
            tempId,
            siid: set.config_export_siid,
            weight: given.weight,
            from,
            to: given.to,
            ...carrier,
            partnerId: carrier.partnerId || set.config_export_id,
          },
          printed,
          { timeoutMs: LABEL_MS },
        ),
      ({ expressNo }) => ({ num: expressNo, resultcode: '200' }),
    )
    await db
      .updateTable('expressLabel')
      .set({ ...label, leaseUntil: null })
      .where('parcelSn', '=', parcelSn)
      .execute()
    return label
  } catch (error) {
    await db.updateTable('expressLabel').set({ leaseUntil: null }).where('parcelSn', '=', parcelSn).execute()
    throw error
  }
}

const labelOf = (db: Db, parcelSn: string): Promise<Label | undefined> =>
  db
    .selectFrom('expressLabel')
    .select(['expressNo', 'labelUrl'])
    .where('parcelSn', '=', parcelSn)
    .executeTakeFirst()

async function claimLabel(db: Db, parcelSn: string, com: string): Promise<boolean> {
  const { rows } = await sql`
    insert into "expressLabel" ("parcelSn", "com", "leaseUntil")
    values (${parcelSn}, ${com}, now() + make_interval(secs => ${LABEL_LEASE_S}))
    on conflict ("parcelSn") do update set "com" = excluded."com", "leaseUntil" = excluded."leaseUntil"
    where "expressLabel"."expressNo" = '' and coalesce("expressLabel"."leaseUntil" < now(), true)
    returning "parcelSn"`.execute(db)
  return rows.length > 0
}

/** Our account at a carrier, as its waybills need it. */
async function accountAt(db: Db, com: string) {
  const row = await db
    .selectFrom('express')
    .select(['account', 'password', 'netName', 'status'])
    .where('code', '=', com)
    .where('isDel', '=', 0)
    .executeTakeFirst()
  if (row === undefined || row.status === 0) throw refuse('快递公司不存在或已停用', 'com')
  return { partnerId: row.account, partnerKey: openSecret(db, row.password), net: row.netName }
}

const flag = z
  .boolean()
  .default(false)
  .transform((value): 0 | 1 => (value ? 1 : 0))
const companies = z.object({
  list: z
    .array(
      z.object({
        code: z
          .string()
          .max(32)
          .regex(/^[a-z0-9_-]+$/),
        name: z.string().trim().min(1).max(50),
        partnerId: flag,
        partnerKey: flag,
        net: flag,
        elec: flag,
      }),
    )
    .max(10_000),
})
type Company = z.output<typeof companies>['list'][number]

/** Adds and renames carriers as the provider has them; deletes none, and leaves a name that is taken. Platform §8.3. */
export async function syncExpress(db: Db, who: Who): Promise<{ added: number; renamed: number }> {
  const { list } = await ask(db, await expressService(db), 'companies', {}, companies)
  return inTransaction(db, who, async (tx) => {
    const rows = await tx.selectFrom('express').selectAll().where('isDel', '=', 0).execute()
    const codes = new Map(rows.map((row) => [row.code, row]))
    const names = new Set(rows.map((row) => row.name.toLowerCase()))
    let added = 0
    let renamed = 0
    for (const company of list) {
      const known = codes.get(company.code)
      const isFree = !names.has(company.name.toLowerCase())
      if (known === undefined && !isFree) continue
      const isRenamed = known !== undefined && known.name !== company.name && isFree
      const values: Company = {
        ...company,
        name: known === undefined || isRenamed ? company.name : known.name,
      }
      names.add(values.name.toLowerCase())
      if (known === undefined) {
        await insertRow(tx, express, values)
        added += 1
      } else if (FACTS.some((name) => known[name] !== values[name])) {
        await updateRow(tx, express, await lockRow(tx, express, known.id), values)
        if (isRenamed) renamed += 1
      }
    }
    return { added, renamed }
  })
}

const FACTS = ['name', 'partnerId', 'partnerKey', 'net', 'elec'] as const

/** Platform §15.3. Where nobody can be asked there is nothing to do. */
export const expressJob: JobDefinition = {
  name: 'express.sync',
  title: '同步快递公司',
  cron: '0 0 4 * * 0',
  async run(db) {
    const isThere = await expressService(db).then(
      () => true,
      (error: unknown) => {
        if (error instanceof AppError) return false
        throw error
      },
    )
    if (!isThere) return 0
    const { added, renamed } = await syncExpress(db, theSystem)
    return added + renamed
  },
}
