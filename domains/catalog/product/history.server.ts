import { sql } from 'kysely'
import { bothOf } from '#kit/server/bothOf.ts'
import { countRows } from '#kit/server/counts.ts'
import type { Db } from '#kit/server/database.ts'
import { decides } from '#kit/server/documentTypes.ts'
import { dateRange, pageOf } from '#kit/server/list.ts'
import { change, read } from '#kit/server/serve.ts'
import { historyOf } from '#kit/server/serveDocument.ts'
import { builtRows } from '#kit/server/textRows.ts'
import { may, type Who } from '#kit/server/who.ts'
import { refuse } from '#kit/shared/errors.ts'
import type { Shape } from '#kit/shared/field.ts'
import { product } from './product.entity.ts'
import { examineProduct, productType } from './productAudit.server.ts'
import { productInfo } from './productInfo.server.ts'
import { fieldsOfLog, type ShownField } from './productLog.server.ts'
import { historyCalls as calls } from './repo.calls.ts'
import { sku } from './sku.entity.ts'

const LOG_COLUMNS = [
  'productOperateLog.id',
  'productOperateLog.productId',
  'productOperateLog.action',
  'productOperateLog.source',
  'productOperateLog.fields',
  'productOperateLog.adminName',
  'productOperateLog.createTime',
] as const

export const historyServed = [
  decides(
    productType,
    change(calls.examine, async (tx, _who, { id, ids, auditStatus, opinion, version }) => {
      const asked = [...new Set([...ids, ...(id === null ? [] : [id])])].sort((a, b) => a - b)
      if (asked.length === 0) throw refuse('请选择商品', 'ids')
      for (const one of asked)
        await examineProduct(tx, one, asked.length === 1 ? version : null, { auditStatus, opinion })
    }),
  ),
  read(calls.examineInfo, async (db, who, { id }) => {
    const info = await productInfo(db, who, id)
    return {
      ...info,
      diff: await changesSinceApproval(db, who, id),
      history: await historyOf(db, product.name, id),
    }
  }),
  read(calls.log, async (db, who, input) => {
    let query = db
      .selectFrom('productOperateLog')
      .leftJoin('product', 'product.id', 'productOperateLog.productId')
    if (input.productId !== null) query = query.where('productOperateLog.productId', '=', input.productId)
    if (input.action !== '') query = query.where('productOperateLog.action', '=', input.action)
    if (input.operator !== '')
      query = query.where(sql<boolean>`strpos("productOperateLog"."adminName", ${input.operator}) > 0`)
    const range = dateRange(input.dateLimit)
    if (range !== null)
      query = query
        .where('productOperateLog.createTime', '>=', range.from)
        .where('productOperateLog.createTime', '<', range.to)
    const shown = query
      .select(LOG_COLUMNS)
      .select('product.storeName')
      .orderBy('productOperateLog.id', 'desc')
      .limit(sql.lit(input.limit))
      .offset(sql.lit((input.page - 1) * input.limit))
    const [rows, count] = await bothOf(builtRows(db, shown), countRows(db, query, ['productOperateLog']))
    const list = rows.map((row) => {
      const fields = permitted(who, fieldsOfLog(row.fields))
      const hasBack: 0 | 1 = fields.some((one) => one.was !== undefined) ? 1 : 0
      return { ...row, productName: row.storeName ?? '', fields, hasBack }
    })
    return pageOf(list, count, input)
  }),
  read(calls.compare, async (db, who, { productId, from, to }) => {
    const [first, last] = from < to ? [from, to] : [to, from]
    const rows = await db
      .selectFrom('productOperateLog')
      .select('fields')
      .where('productId', '=', productId)
      .where('id', '>', first)
      .where('id', '<=', last)
      .orderBy('id')
      .execute()
    return { fields: mergedFields(who, rows) }
  }),
]

const labelled: Shape = { ...product.all, ...sku.all }

/** Costs stay out of the history for those who may not see them. */
function permitted(who: Who, fields: readonly ShownField[]): ShownField[] {
  return fields.filter(({ field }) => {
    const permission = labelled[field]?.permission
    return permission === undefined || may(who, permission)
  })
}

/** What changed since the last approval: per field the first value and the last one. Catalog §3.8. */
async function changesSinceApproval(db: Db, who: Who, id: number): Promise<ShownField[]> {
  const last = await db
    .selectFrom('productOperateLog')
    .select((builder) => builder.fn.max('id').as('id'))
    .where('productId', '=', id)
    .where('action', '=', '审核通过')
    .executeTakeFirst()
  const rows = await db
    .selectFrom('productOperateLog')
    .select('fields')
    .where('productId', '=', id)
    .where('id', '>', last?.id ?? 0)
    .orderBy('id')
    .execute()
  return mergedFields(who, rows)
}

/** What several changes come to: per field the first value and the last one. */
function mergedFields(who: Who, rows: readonly { fields: unknown }[]): ShownField[] {
  const merged = new Map<string, ShownField>()
  for (const one of rows.flatMap((row) => fieldsOfLog(row.fields)))
    merged.set(one.label, { ...one, before: merged.get(one.label)?.before ?? one.before })
  return permitted(
    who,
    [...merged.values()].filter((one) => one.before !== one.after),
  )
}
