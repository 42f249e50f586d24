import { sql } from 'kysely'
import { declareSapType, enqueue } from '#domains/sap/sap.door.ts'
import { type CodeSeries, nextCode, reserveMissing } from '#kit/server/codes.ts'
import { keptCounts } from '#kit/server/counts.ts'
import type { Db, Tx } from '#kit/server/database.ts'
import { usesOf } from '#kit/server/refs.ts'
import { lockRow } from '#kit/server/rows.ts'
import { change, read } from '#kit/server/serve.ts'
import { serveMaster } from '#kit/server/standard.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { conflict, refuse } from '#kit/shared/errors.ts'
import { firstLetter } from '#kit/shared/text.ts'
import { today } from '#kit/shared/time.ts'
import { paramTemplate } from '../product/paramTemplate.server.ts'
import { product } from '../product/product.entity.ts'
import { NEAR_DAYS } from './brand.rules.ts'
import { brandMaster, paramTemplateCall, productParamMaster, sapWmsGroupMaster } from './masters.calls.ts'
import { productParam } from './productParam.entity.ts'
import { sapWmsGroup } from './sapWmsGroup.entity.ts'
import unitMaster from './unit.master.ts'

export const unitServed = serveMaster(unitMaster, {
  chosen: 'enabled',
  async prepare(tx, values, before) {
    if (before !== null && values.decimals !== undefined && values.decimals !== before.decimals) {
      const used = await usesOf(tx, 'unit', [before.id])
      if (used.length > 0) throw conflict('该单位已被使用，不能修改小数位')
    }
    return values
  },
  usedText: () => '该单位已被使用，不能删除',
})

/** PP and five digits that nobody typed before. */
const BRAND_CODES: CodeSeries = {
  sequence: 'brandCode',
  codeOf: (value) => `PP${String(value).padStart(5, '0')}`,
  async taken(tx, codes) {
    const rows = await tx
      .selectFrom('brand')
      .select('brandCode')
      .where('brandCode', 'in', [...codes])
      .where('isDel', '=', 0)
      .execute()
    return new Set(rows.map((row) => row.brandCode))
  },
}

export const brandServed = serveMaster(brandMaster, {
  chosen: 'enabled',
  list: (_who, input) => ({
    where: typeof input.authState === 'string' && input.authState !== '' ? [authIs(input.authState)] : [],
  }),
  async prepare(tx, values, before) {
    const row = { ...before, ...values }
    if (row.authStart && row.authEnd && row.authEnd < row.authStart)
      throw refuse('授权结束不能早于授权开始', 'authEnd')
    const code = values.brandCode || before?.brandCode || (await nextCode(tx, BRAND_CODES))
    return {
      ...values,
      brandCode: code,
      ...(values.brandName === undefined ? {} : { firstLetter: firstLetter(values.brandName) }),
    }
  },
  importing: { ahead: (tx, list) => reserveMissing(tx, BRAND_CODES, list, (one) => one.brandCode) },
})

/** The rows whose authorisation is in a state today; counts days as authState does, so that filter and column agree. */
function authIs(state: string) {
  const day = today()
  const start = sql`coalesce("brand"."authStart", '-infinity'::date)`
  const end = sql`coalesce("brand"."authEnd", 'infinity'::date)`
  const near = sql`${day}::date + ${sql.lit(NEAR_DAYS)}`
  if (state === '0') return sql<boolean>`${start} > ${day}::date`
  if (state === '3') return sql<boolean>`${start} <= ${day}::date and ${end} < ${day}::date`
  if (state === '2') return sql<boolean>`${start} <= ${day}::date and ${end} between ${day}::date and ${near}`
  return sql<boolean>`${start} <= ${day}::date and ${end} > ${near}`
}

export const sapWmsGroupServed = serveMaster(sapWmsGroupMaster, {
  chosen: 'enabled',
  async prepare(tx, values, before) {
    if (before !== null && values.tempZone !== undefined && values.tempZone !== before.tempZone) {
      const stocked = await tx
        .selectFrom('product')
        .select('id')
        .where('wmsGroupId', '=', before.id)
        .where('isDel', '=', 0)
        .where('stock', '>', 0)
        .executeTakeFirst()
      if (stocked !== undefined) throw conflict('该分组的商品有库存，不能修改温层')
    }
    return values
  },
  saved: pushGroup,
})

/** Tells SAP of a storage group. Catalog §2.2. */
async function pushGroup(tx: Tx, row: EntityRow<typeof sapWmsGroup>): Promise<void> {
  const { groupCode, groupName, sapMatGroup, tempZone, outRule, mixBatch, maxStack, status } = row
  await enqueue(tx, {
    bizType: sapWmsGroup.name,
    bizId: row.id,
    bizSn: groupCode,
    action: row.sapSyncTime === null ? 'create' : 'update',
    payload: { head: { groupCode, groupName, sapMatGroup, tempZone, outRule, mixBatch, maxStack, status } },
  })
}

export const sapWmsGroupPush = change(sapWmsGroupMaster.calls.pushSap, async (tx, _who, { id }) =>
  pushGroup(tx, await lockRow(tx, sapWmsGroup, id)),
)

export const groupSapType = declareSapType(sapWmsGroup.name, { label: sapWmsGroup.label })

export const productParamServed = serveMaster(productParamMaster, {
  chosen: 'enabled',
  figures: { productCount: productsOfCategories },
  async prepare(tx, values, before) {
    const row = { ...before, ...values }
    const chosen = row.lines?.findIndex(
      (line) => (line.inputType === 2 || line.inputType === 3) && line.options.length === 0,
    )
    if (chosen !== undefined && chosen >= 0) throw refuse('请输入可选值', `lines.${chosen}.options`)
    const names = row.lines?.map((line) => line.name) ?? []
    if (new Set(names).size !== names.length) throw refuse('参数名不能重复', 'lines')
    if (row.status !== 0) await refuseSecondTemplate(tx, row.cateIds ?? [], before?.id ?? 0)
    return values
  },
  async switching(tx, row, status) {
    if (status === 1) await refuseSecondTemplate(tx, row.cateIds, row.id)
  },
})

export const paramTemplateServed = read(paramTemplateCall, async (db, _who, { cateId }) => ({
  lines: (await paramTemplate(db, cateId))?.lines ?? [],
}))

/** One active template per category. Catalog §2.2. */
async function refuseSecondTemplate(tx: Tx, cateIds: readonly number[], exceptId: number): Promise<void> {
  // Two people enabling templates of one category at once must not both pass the check.
  await sql`select pg_advisory_xact_lock(hashtext('productParam'))`.execute(tx)
  const other = await tx
    .selectFrom('productParam')
    .select('id')
    .where('status', '=', 1)
    .where('isDel', '=', 0)
    .where('id', '<>', exceptId)
    .where(sql<boolean>`"cateIds" && ${sql.val([...cateIds])}::int[]`)
    .executeTakeFirst()
  if (other !== undefined) throw refuse('该分类已存在参数模板', 'cateIds')
}

/** Exports ask for more templates at once, and never twice for the same ones. */
const KEPT_TEMPLATES = 100

/** A category may have a hundred thousand products, so the counts of a page are kept. */
async function productsOfCategories(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const counted = sql<{ counts: number[] }>`select array(
    select (select count(*)::int from "product" where "cateId" && t."cateIds" and "isDel" = 0)
    from unnest(${sql.val([...ids])}::int[]) with ordinality as "asked" ("id", "at")
    left join "productParam" t on t."id" = "asked"."id" order by "asked"."at") as "counts"`
  const keptBy = ids.length > KEPT_TEMPLATES ? null : [product.name, productParam.name]
  const counts = await keptCounts(db, counted, keptBy)
  return new Map(ids.map((id, at) => [id, counts[at] ?? 0]))
}
