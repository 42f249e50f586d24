import { type Expression, type SqlBool, sql } from 'kysely'
import { dictValues } from '#domains/settings/settings.door.ts'
import { store } from '#domains/stores/stores.shared.ts'
import type { Db, Tx } from '#kit/server/database.ts'
import { exportEntity } from '#kit/server/exportEntity.ts'
import { cleanHtml } from '#kit/server/html/html.ts'
import { joinRows } from '#kit/server/joins.ts'
import { answerPage, answerRow } from '#kit/server/list.ts'
import type { Use } from '#kit/server/refs.ts'
import { deleteRow, insertRow, lockRow, readRow, updateRow } from '#kit/server/rows.ts'
import { change, read } from '#kit/server/serve.ts'
import { startTask } from '#kit/server/tasks/start.ts'
import { actorOf } from '#kit/server/transaction.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { conflict, notFound, refuse } from '#kit/shared/errors.ts'
import { bindable, objectNames, objectPage, STORE, seenRelations } from './objects.server.ts'
import { termsCalls as calls, relationCalls, termsRow } from './terms.calls.ts'
import { type BindType, termsRelation, termsService } from './terms.entity.ts'
import { termsFor } from './termsFor.server.ts'

type Terms = EntityRow<typeof termsService>
type Relation = EntityRow<typeof termsRelation>

const PROTOCOLS = ['protocol_name_mall', 'protocol_name_gyl']

/** The protocols of both dictionaries by value. */
async function protocols(db: Db): Promise<ReadonlyMap<string, string>> {
  const lists = await Promise.all(PROTOCOLS.map((type) => dictValues(db, type)))
  return new Map(lists.flat().map((one) => [one.dictValue, one.dictLabel]))
}

async function withProtocols<R extends Pick<Terms, 'protocolCode'>>(db: Db, rows: readonly R[]) {
  const names = await protocols(db)
  return rows.map((row) => ({ ...row, protocolName: names.get(row.protocolCode) ?? row.protocolCode }))
}

async function checkProtocol(db: Db, code: string | undefined): Promise<void> {
  if (code !== undefined && !(await protocols(db)).has(code)) throw refuse('协议类型不存在', 'protocolCode')
}

/** Bindings and what makes them clash change one after the other: two at once must not both pass the check. */
async function lockBindings(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('termsRelation'))`.execute(tx)
}

/** Two enabled terms of one protocol and channel must not be bound to the same object. Catalog §3.7. */
async function refuseClash(
  tx: Tx,
  terms: Terms,
  objects?: Pick<Relation, 'bindTermsType'> & { ids: number[] },
) {
  if (terms.status === 0) return
  const own =
    objects === undefined
      ? sql`(o."bindTermsType", o."bindId") in (select "bindTermsType", "bindId" from "termsRelation"
          where "termsId" = ${terms.id} and "isDel" = 0)`
      : sql`o."bindTermsType" = ${objects.bindTermsType} and o."bindId" = any(${sql.val(objects.ids)}::int[])`
  const { rows } = await sql`select 1 from "termsRelation" o
    join "termsService" s on s."id" = o."termsId" and s."isDel" = 0 and s."status" = 1
    where o."isDel" = 0 and s."id" <> ${terms.id} and s."protocolCode" = ${terms.protocolCode}
      and s."channelIds" && ${sql.val(terms.channelIds)}::int[] and ${own} limit 1`.execute(tx)
  if (rows.length > 0) throw refuse('该对象已绑定同类条款')
}

/** Keeps the text as it now stands. */
async function keepVersion(tx: Tx, row: Terms, effectiveTime: Date): Promise<void> {
  await tx
    .insertInto('termsVersion')
    .values({
      termsId: row.id,
      termVersion: row.termVersion,
      termName: row.termName,
      summary: row.summary,
      content: row.content,
      effectiveTime,
      createBy: row.updateBy,
    })
    .execute()
}

/** When what is written now comes into force: not before now. */
const inForceFrom = (given: Date | null | undefined): Date => {
  const now = new Date()
  return given && given > now ? given : now
}

async function updateTerms(
  tx: Tx,
  id: number,
  version: number | null,
  values: Partial<Terms>,
): Promise<void> {
  await lockBindings(tx)
  const before = await lockRow(tx, termsService, id, { version })
  if (values.protocolCode !== before.protocolCode) await checkProtocol(tx, values.protocolCode)
  const isOther = values.content !== undefined && (await cleanHtml(values.content)) !== before.content
  const from = inForceFrom(values.effectiveTime)
  const row = await updateRow(tx, termsService, before, {
    ...values,
    ...(isOther ? { termVersion: before.termVersion + 1, effectiveTime: from } : {}),
  })
  if (isOther) await keepVersion(tx, row, from)
  else {
    // The same text under another name, or from another time on.
    const moved =
      values.effectiveTime != null && values.effectiveTime.getTime() !== before.effectiveTime?.getTime()
    await tx
      .updateTable('termsVersion')
      .set({
        termName: row.termName,
        summary: row.summary,
        ...(moved && row.effectiveTime ? { effectiveTime: row.effectiveTime } : {}),
      })
      .where('termsId', '=', id)
      .where('termVersion', '=', row.termVersion)
      .execute()
  }
  await refuseClash(tx, row)
}

/** Locks a relation to something the person sees; 404 without. */
async function lockSeen(tx: Tx, id: number, version: number | null = null): Promise<Relation> {
  const row = await lockRow(tx, termsRelation, id, { version })
  const seen = await tx
    .selectFrom('termsRelation')
    .select('id')
    .where('id', '=', id)
    .where(await seenRelations(tx, actorOf(tx)))
    .executeTakeFirst()
  if (seen === undefined) throw notFound()
  return row
}

/** Binds a term to objects; those it is bound to already stay as they are. Answers how many were new. */
async function bind(tx: Tx, termsId: number, bindTermsType: BindType, ids: readonly number[]) {
  await lockBindings(tx)
  const terms = await lockRow(tx, termsService, termsId)
  const there = await bindable(tx, actorOf(tx), bindTermsType, ids)
  if (ids.some((id) => !there.has(id))) throw refuse('绑定对象不存在', 'bindIds')
  const known = await tx
    .selectFrom('termsRelation')
    .select('bindId')
    .where('termsId', '=', termsId)
    .where('bindTermsType', '=', bindTermsType)
    .where('bindId', 'in', [...ids])
    .where('isDel', '=', 0)
    .execute()
  const fresh = ids.filter((id) => !known.some((one) => one.bindId === id))
  await refuseClash(tx, terms, { bindTermsType, ids: fresh })
  for (const bindId of fresh) await insertRow(tx, termsRelation, { termsId, bindTermsType, bindId })
  return { changed: fresh.length }
}

async function unbind(tx: Tx, termsId: number, bindTermsType: BindType, ids: readonly number[]) {
  await lockBindings(tx)
  const rows = await tx
    .selectFrom('termsRelation')
    .select('id')
    .where('termsId', '=', termsId)
    .where('bindTermsType', '=', bindTermsType)
    .where('bindId', 'in', [...ids])
    .where('isDel', '=', 0)
    .orderBy('id')
    .execute()
  for (const { id } of rows) await deleteRow(tx, termsRelation, await lockSeen(tx, id))
  return { changed: rows.length }
}

/** Objects that terms are bound to cannot be deleted. Catalog §2.1. */
export function termUses(bindTermsType: BindType) {
  return async (tx: Tx, ids: readonly number[]): Promise<Use[]> => {
    const { rows } = await sql<{ id: number; n: number }>`
      select "bindId" as "id", count(*) as "n" from "termsRelation"
      where "bindTermsType" = ${bindTermsType} and "bindId" = any(${sql.val([...ids])}::int[]) and "isDel" = 0
      group by 1`.execute(tx)
    return rows.map((row) => ({ ...row, place: termsService.label }))
  }
}

export const termsExport = exportEntity(termsService, calls.exportRows, {
  enrich: (db, rows) => withProtocols(db, rows),
  joined: calls.list.answer.shape ?? {},
})

export const termsServed = [
  read(calls.list, async (db, who, input) => {
    const page = await answerPage(db, who, termsService, calls.list.answer, { ...input, fields: '' })
    return { ...page, list: await withProtocols(db, page.list) }
  }),
  read(calls.info, async (db, who, { id }) => {
    const row = await answerRow(db, who, termsService, calls.info.answer, id)
    return { ...row, protocolName: (await protocols(db)).get(row.protocolCode) ?? row.protocolCode }
  }),
  change(calls.save, async (tx, _who, input) => {
    await checkProtocol(tx, input.protocolCode)
    const from = inForceFrom(input.effectiveTime)
    const row = await insertRow(tx, termsService, { ...input, effectiveTime: from })
    await keepVersion(tx, row, from)
    return { id: row.id }
  }),
  change(calls.update, (tx, _who, { id, version, ...values }) => updateTerms(tx, id, version, values)),
  change(calls.remove, async (tx, _who, { id }) => {
    await lockBindings(tx)
    const row = await lockRow(tx, termsService, id)
    if (row.status === 1) throw conflict('请先停用条款')
    const bound = await tx
      .selectFrom('termsRelation')
      .select('id')
      .where('termsId', '=', id)
      .where('isDel', '=', 0)
      .executeTakeFirst()
    if (bound !== undefined) throw conflict('条款已绑定，不能删除')
    await deleteRow(tx, termsService, row)
  }),
  change(calls.status, async (tx, _who, { id, status }) => {
    await lockBindings(tx)
    const row = await lockRow(tx, termsService, id)
    const now = status === 1 ? 1 : 0
    if (row.status !== now) await refuseClash(tx, await updateRow(tx, termsService, row, { status: now }))
  }),
  change(calls.exportRows, (tx, who, input) => startTask(tx, who, termsExport, input)),
  read(calls.getAll, async (db, who, { channelId }) => {
    let query = db.selectFrom('termsService').selectAll().where('isDel', '=', 0).where('status', '=', 1)
    if (channelId !== null) query = query.where(sql<boolean>`"channelIds" @> array[${channelId}]::int[]`)
    const rows = await query.orderBy('sort', 'desc').orderBy('id', 'desc').execute()
    return withProtocols(db, await joinRows(db, who, termsRow, rows))
  }),
  read(calls.versions, async (db, who, { id }) => {
    await readRow(db, who, termsService, id)
    return db
      .selectFrom('termsVersion')
      .select(['termVersion', 'effectiveTime', 'createTime', 'content'])
      .where('termsId', '=', id)
      .orderBy('termVersion', 'desc')
      .execute()
  }),
  read(calls.ofProduct, async (db, _who, { productId }) => {
    const rows = await db
      .selectFrom('sku')
      .innerJoin('product', 'product.id', 'sku.productId')
      .select(['sku.id as skuId', 'product.channels'])
      .where('product.id', '=', productId)
      .where('sku.isDel', '=', 0)
      .limit(1)
      .execute()
    const names = await protocols(db)
    const found = rows.flatMap(({ skuId, channels }) =>
      channels.map(async (channelId) => {
        const terms = (await termsFor(db, { skuIds: [skuId], channelId })).get(skuId) ?? []
        return terms.map((one) => ({
          ...one,
          channelId,
          protocolName: names.get(one.protocolCode) ?? one.protocolCode,
        }))
      }),
    )
    return (await Promise.all(found)).flat()
  }),
  read(calls.ofStore, async (db, who, { storeId }) => {
    await readRow(db, who, store, storeId)
    const rows = await db
      .selectFrom('termsRelation')
      .innerJoin('termsService', 'termsService.id', 'termsRelation.termsId')
      .select([
        'termsRelation.id',
        'termsService.termName',
        'termsService.protocolCode',
        'termsService.channelIds',
        'termsService.termVersion',
        'termsService.summary',
        'termsService.status',
        'termsRelation.startTime',
        'termsRelation.endTime',
      ])
      .where('termsRelation.bindTermsType', '=', STORE)
      .where('termsRelation.bindId', '=', storeId)
      .where('termsRelation.isDel', '=', 0)
      .where('termsService.isDel', '=', 0)
      .orderBy('termsRelation.sort', 'desc')
      .orderBy('termsRelation.id', 'desc')
      .execute()
    return withProtocols(db, rows)
  }),
  read(calls.all, async (db, _who, { ids, offered, keywords, limit }) => {
    let query = db.selectFrom('termsService').select(['id as value', 'termName as label'])
    // Chosen rows are named even when they have been disabled or deleted since.
    if (ids.length > 0) query = query.where('id', 'in', ids)
    if (ids.length === 0 || offered === 1)
      query = query
        .where('isDel', '=', 0)
        .where(sql<boolean>`position(lower(${keywords}) in lower("termName")) > 0`)
        .orderBy('sort', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
    return query.execute()
  }),
  read(relationCalls.list, async (db, who, { termsId, ...input }) => {
    const where: Expression<SqlBool>[] = [await seenRelations(db, who)]
    if (termsId !== null) where.push(sql<SqlBool>`"termsRelation"."termsId" = ${termsId}`)
    const words = input.keywords.trim()
    if (words !== '')
      where.push(sql<SqlBool>`"termsRelation"."termsId" in (select "id" from "termsService"
        where position(lower(${words}) in lower("termName")) > 0)`)
    const page = await answerPage(
      db,
      who,
      termsRelation,
      relationCalls.list.answer,
      // An object is named by its type and id.
      { ...input, keywords: '', fields: input.fields && `${input.fields},bindTermsType,bindId` },
      { where, reads: ['store'] },
    )
    const names = await objectNames(db, page.list)
    return {
      ...page,
      list: page.list.map((row) => ({
        ...row,
        bindName: names.get(`${row.bindTermsType}:${row.bindId}`) ?? String(row.bindId),
      })),
    }
  }),
  change(relationCalls.update, async (tx, _who, { id, version, ...values }) => {
    const before = await lockSeen(tx, id, version)
    const { startTime, endTime } = { ...before, ...values }
    if (startTime && endTime && endTime <= startTime) throw refuse('结束时间必须晚于开始时间', 'endTime')
    await updateRow(tx, termsRelation, before, values)
  }),
  read(relationCalls.unbound, (db, who, asked) => objectPage(db, who, asked, false)),
  read(relationCalls.bound, (db, who, asked) => objectPage(db, who, asked, true)),
  change(relationCalls.bind, (tx, _who, { termsId, bindTermsType, bindIds }) =>
    bind(tx, termsId, bindTermsType, bindIds),
  ),
  change(relationCalls.unbind, (tx, _who, { termsId, bindTermsType, bindIds }) =>
    unbind(tx, termsId, bindTermsType, bindIds),
  ),
]
