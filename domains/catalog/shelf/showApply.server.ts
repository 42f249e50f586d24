import { type Expression, type SqlBool, sql } from 'kysely'
import type { Db, Tx } from '#kit/server/database.ts'
import type { ServerPart } from '#kit/server/room.ts'
import { referenceErrors } from '#kit/server/rowReferences.ts'
import { lockRow, updateRow } from '#kit/server/rows.ts'
import { change } from '#kit/server/serve.ts'
import { serveDocument } from '#kit/server/serveDocument.ts'
import { actorOf } from '#kit/server/transaction.ts'
import { may } from '#kit/server/who.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { type FieldError, refuse, refuseFields } from '#kit/shared/errors.ts'
import { guardFloor } from '../price/floor.server.ts'
import { BELOW_FLOOR } from '../price/price.rules.ts'
import { channelLabel } from '../product/channelLabel.ts'
import { skusOf } from '../product/productInfo.server.ts'
import { visibleChannels } from '../product/shelfReady.server.ts'
import { guardExec } from './exec.server.ts'
import { holdLines, releaseLines } from './openLine.server.ts'
import { cancelSteps, failedProducts, planSteps, retrySteps, type Step, startSteps } from './plan.server.ts'
import { plansFound, plansOf, resultsOf } from './planList.server.ts'
import { applyCalls, applyDocument, applyExec } from './showApply.document.ts'
import { applyLine, showApply } from './showApply.entity.ts'
import { scopeError } from './visible.server.ts'
import { isNamedScope } from './visible.ts'

type Row = EntityRow<typeof showApply>
type Line = Row['lines'][number]

const TYPE = 'showApply'

/** Long lines stay out of lists. */
const columns = Object.keys(showApply.all).filter((name) => name !== 'lines')

const holder = (row: Row) => ({ docType: TYPE, docId: row.id, docNo: row.applyNo }) as const
const held = (row: Row, productIds = row.lines.map((line) => line.productId)) =>
  productIds.flatMap((productId) => row.channelIds.map((channelId) => ({ productId, channelId })))

function stepsOf(row: Row): Step[] {
  const { planShowTime, planOffTime } = row
  const step = (action: 'putOnShell' | 'offShell', dueTime: Date | null): Step[] =>
    row.lines.flatMap(({ productId, skuIds }) =>
      row.channelIds.map((channelId) => ({
        sourceType: TYPE,
        sourceId: row.id,
        sourceNo: row.applyNo,
        productId,
        channelId,
        action,
        skuIds,
        reason: row.reason,
        dueTime,
      })),
    )
  if (row.applyType === 2) return step('offShell', planOffTime)
  return [...step('putOnShell', planShowTime), ...(planOffTime === null ? [] : step('offShell', planOffTime))]
}

const handlers = serveDocument(applyDocument, {
  list: () => ({ columns }),
  async prepare(tx, given, before) {
    const row: Partial<Row> = { ...before, ...given }
    const { applyType: type, planShowTime = null, planOffTime = null, channelIds = [], lines = [] } = row
    const from = planShowTime ?? new Date()
    if (type === 1 && planOffTime !== null && planOffTime <= from)
      throw refuse('计划下架须晚于计划上架', 'planOffTime')
    const visible = visibleChannels(
      actorOf(tx),
      channelIds.map((channelId) => ({ channelId })),
    )
    if (visible.length < channelIds.length) throw refuse('不能申请您无权管理的渠道', 'channelIds')
    const errors = await lineErrors(tx, lines, channelIds)
    if (errors.length > 0) throw refuseFields(errors)
    if (given.lines !== undefined) await guardFloor(tx, actorOf(tx), await enteredPrices(tx, lines))
    const anyPrice: 0 | 1 = may(actorOf(tx), BELOW_FLOOR) ? 1 : 0
    return {
      ...given,
      ...(type === 2 ? { planShowTime: null } : {}),
      productCount: lines.length,
      anyPrice,
    }
  },
  saved: (tx, row) => holdLines(tx, holder(row), held(row)),
  deleting: (tx, row) => releaseLines(tx, TYPE, row.id),
  details: (db, rows) => Promise.all(rows.map((row) => detailsOf(db, row))),
  async approved(tx, row) {
    await planSteps(tx, stepsOf(row), row.anyPrice === 1)
    await updateRow(tx, showApply, row, { execStatus: 0 })
    await startSteps(tx, TYPE, row.id)
  },
  process: {
    fields: [
      { name: 'applyTitle', label: '申请标题' },
      { name: 'applyType', label: '申请类型' },
      { name: 'productCount', label: '商品数' },
      { name: 'channels', label: '渠道' },
    ],
    vars: (_tx, { applyTitle, applyType, productCount, channelIds }) => ({
      applyTitle,
      applyType,
      productCount,
      channels: channelIds.map(channelLabel),
    }),
  },
})

async function lineErrors(
  tx: Tx,
  lines: readonly Line[],
  channelIds: readonly number[],
): Promise<FieldError[]> {
  const errors = (await referenceErrors(tx, applyLine, lines)).flatMap((own, index) =>
    own.map(({ field, message }) => ({ field: `lines.${index}.${field}`, message })),
  )
  const ids = lines.map((line) => line.productId)
  const skus =
    ids.length === 0
      ? []
      : await tx
          .selectFrom('sku')
          .select(['id', 'productId'])
          .where('productId', 'in', ids)
          .where('isDel', '=', 0)
          .execute()
  const owner = new Map(skus.map((one) => [one.id, one.productId]))
  const scopes = new Map<string, string | null>()
  for (const scope of new Set(lines.map((line) => line.visibleScope)))
    scopes.set(
      scope,
      isNamedScope(scope) ? '需指定对象的范围请在可售商品中设置' : await scopeError(tx, scope, channelIds),
    )
  lines.forEach((line, index) => {
    const wrongScope = scopes.get(line.visibleScope) ?? null
    if (wrongScope !== null) errors.push({ field: `lines.${index}.visibleScope`, message: wrongScope })
    if (ids.indexOf(line.productId) !== index)
      errors.push({ field: `lines.${index}.productId`, message: '商品重复' })
    if (line.skuIds.some((id) => owner.get(id) !== line.productId))
      errors.push({ field: `lines.${index}.skuIds`, message: '规格不属于该商品' })
    if (line.showPrice !== null && line.showPrice <= 0)
      errors.push({ field: `lines.${index}.showPrice`, message: '上架价须大于0' })
  })
  return errors
}

/** The prices the lines set, sku by sku. */
async function enteredPrices(tx: Tx, lines: readonly Line[]) {
  const set = lines.flatMap(({ showPrice, ...line }, index) =>
    showPrice === null ? [] : [{ ...line, price: showPrice, field: `lines.${index}.showPrice` }],
  )
  if (set.length === 0) return []
  const skus = await skusOf(
    tx,
    set.map((one) => one.productId),
  )
  return set.flatMap(({ productId, skuIds, price, field }) =>
    skus
      .filter((sku) => sku.productId === productId && (skuIds.length === 0 || skuIds.includes(sku.id)))
      .map((sku) => ({ skuId: sku.id, price, field })),
  )
}

/** Lines with what their products are now and what came of them, and every step. */
async function detailsOf(db: Db, row: Row): Promise<Record<string, unknown>> {
  const skuIds = row.lines.flatMap((line) => line.skuIds)
  const skus =
    skuIds.length === 0
      ? []
      : await db.selectFrom('sku').select(['id', 'suk']).where('id', 'in', skuIds).execute()
  const suks = new Map(skus.map((one) => [one.id, one.suk]))
  const results = await resultsOf(db, TYPE, row.id)
  const condition: Expression<SqlBool> = sql<SqlBool>`"productPlan"."sourceType" = ${TYPE} and
    "productPlan"."sourceId" = ${row.id}`
  return {
    lines: row.lines.map((line) => ({
      ...line,
      suks: line.skuIds.length === 0 ? '全部规格' : line.skuIds.map((id) => suks.get(id) ?? id).join('、'),
      result: results.get(line.productId) ?? '',
    })),
    plans: await plansOf(db, plansFound([condition])),
  }
}

const served = [
  change(applyCalls.retry, async (tx, _who, { id }) => {
    const row = await lockRow(tx, showApply, id)
    guardExec(applyExec, applyDocument.states, 'retry', row)
    const failed = await failedProducts(tx, TYPE, id)
    await holdLines(tx, holder(row), held(row, failed))
    await retrySteps(tx, TYPE, id)
  }),
  change(applyCalls.cancel, async (tx, _who, { id }) => {
    const row = await lockRow(tx, showApply, id)
    guardExec(applyExec, applyDocument.states, 'cancel', row)
    await cancelSteps(tx, TYPE, id)
    await updateRow(tx, showApply, row, { execStatus: 3 })
    await releaseLines(tx, TYPE, id)
  }),
]

/** 上架申请: what is put on or off when it was approved, at its time. Catalog §3.4. */
export const applyPart: ServerPart = { ...handlers, served: [...handlers.served, ...served] }
