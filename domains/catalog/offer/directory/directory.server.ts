import { type Expression, type SqlBool, sql } from 'kysely'
import { categoriesBelow } from '#domains/settings/settings.door.ts'
import type { Db, Tx } from '#kit/server/database.ts'
import { exportColumns, exportEntity, shapeColumns } from '#kit/server/exportEntity.ts'
import { answerPage, filterNumbers, type ListOptions } from '#kit/server/list.ts'
import { inRounds, saveRows } from '#kit/server/manyRows.ts'
import { lockRows } from '#kit/server/rows.ts'
import { change, read } from '#kit/server/serve.ts'
import { startTask } from '#kit/server/tasks/start.ts'
import { actorOf } from '#kit/server/transaction.ts'
import type { Who } from '#kit/server/who.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { refuse } from '#kit/shared/errors.ts'
import type { RowOf } from '#kit/shared/field.ts'
import { ofProducts } from '../../product/names.server.ts'
import { product } from '../../product/product.entity.ts'
import { keptOf, scopeIdsOf } from '../scope.server.ts'
import { directoryCalls as calls, type directoryForm, directoryRow } from './directory.calls.ts'
import { DIRECTORY_ENTITY, productDirectory } from './productDirectory.entity.ts'

type DirectoryForm = RowOf<typeof directoryForm>

interface Asked {
  cateId: string
  companyId: number | null
}

/** The condition that a directory row covers a company at a moment. Catalog §3.5. */
export function covers(
  { companyId, orgLevelId }: { companyId: number; orgLevelId: number | null },
  t: Date,
): Expression<SqlBool> {
  const d = sql.ref('productDirectory')
  return sql<SqlBool>`${d}."isDel" = 0 and ${d}."isDirectory" = 1
    and (${d}."startTime" is null or ${d}."startTime" <= ${t}) and (${d}."endTime" is null or ${d}."endTime" > ${t})
    and (${d}."scopeType" = 0 or ${d}."scopeType" = 1 and ${d}."scopeIds" @> array[${orgLevelId ?? -1}]::int[]
      or ${d}."scopeType" = 2 and ${d}."scopeIds" @> array[${companyId}]::int[])`
}

async function orgLevelOf(db: Db, companyId: number): Promise<number | null> {
  const { rows } = await sql<{ orgLevelId: number | null }>`
    select "orgLevelId" from "company" where "id" = ${companyId}`.execute(db)
  return rows[0]?.orgLevelId ?? null
}

async function options(db: Db, { cateId, companyId }: Asked): Promise<ListOptions> {
  const where: Expression<SqlBool>[] = []
  const cateIds = filterNumbers(cateId, '商品分类', 'cateId')
  if (cateIds.length > 0) {
    const below = await categoriesBelow(db, 1, cateIds)
    where.push(sql<SqlBool>`"productDirectory"."productId" in
      (select "id" from "product" where "cateId" && ${sql.val(below)}::int[])`)
  }
  if (companyId !== null)
    where.push(covers({ companyId, orgLevelId: await orgLevelOf(db, companyId) }, new Date()))
  return { where, reads: [product.name], alsoFound: (word) => ofProducts('productDirectory.productId', word) }
}

/** What is said of a product in the catalogue. */
export interface Put {
  productId: number
  values: Partial<DirectoryForm>
}

/** Says of products whether and for whom they are in the catalogue; what has been checked. */
export async function writePuts(tx: Tx, puts: readonly Put[]): Promise<void> {
  const ids = [...new Set(puts.map((one) => one.productId))]
  // Two who add the same product meet here.
  await lockRows(tx, product, ids)
  for (const round of inRounds(puts, ({ productId }) => String(productId))) {
    const found = await tx
      .selectFrom('productDirectory')
      .select(['id', 'productId'])
      .where('productId', 'in', [0, ...ids])
      .where('isDel', '=', 0)
      .execute()
    const byProduct = new Map(found.map((row) => [row.productId, row.id]))
    const stored = await lockRows(tx, productDirectory, [...byProduct.values()])
    await saveRows(
      tx,
      productDirectory,
      round.map(({ productId, values }) => {
        const before = stored.get(byProduct.get(productId) ?? 0) ?? null
        return { before, values: before === null ? { ...values, productId } : values }
      }),
    )
  }
}

type Before = Pick<EntityRow<typeof productDirectory>, 'productId' | 'scopeType' | 'scopeIds'>

/** Whom products are in the catalogue for now, by product. */
export async function directoriesOf(
  db: Db,
  productIds: readonly number[],
): Promise<ReadonlyMap<number, Before>> {
  const rows = await db
    .selectFrom('productDirectory')
    .select(['productId', 'scopeType', 'scopeIds'])
    .where('productId', 'in', [0, ...productIds])
    .where('isDel', '=', 0)
    .execute()
  return new Map(rows.map((row) => [row.productId, row]))
}

/** What holds over several fields of the form. */
export async function checkedDirectory(
  db: Db,
  who: Who,
  form: DirectoryForm,
  before?: Before,
): Promise<DirectoryForm> {
  if (form.startTime && form.endTime && form.endTime <= form.startTime)
    throw refuse('结束时间必须晚于开始时间', 'endTime')
  const entity = form.scopeType === 0 ? undefined : DIRECTORY_ENTITY[form.scopeType]
  return {
    ...form,
    scopeIds: await scopeIdsOf(db, who, entity, form.scopeIds, keptOf(before, form.scopeType)),
  }
}

/** Puts products into the catalogue, or takes them out: then for whom they were in it stays as it was. */
export async function putProducts(
  tx: Tx,
  productIds: readonly number[],
  form: DirectoryForm,
): Promise<{ changed: number }> {
  const [only, other] = productIds
  const before =
    only === undefined || other !== undefined ? undefined : (await directoriesOf(tx, [only])).get(only)
  const values =
    form.isDirectory === 0
      ? { isDirectory: form.isDirectory }
      : await checkedDirectory(tx, actorOf(tx), form, before)
  await writePuts(
    tx,
    productIds.map((productId) => ({ productId, values })),
  )
  return { changed: productIds.length }
}

const { productCode, productName, cateValues, scopeNames } = directoryRow

export const directoryExport = exportEntity(productDirectory, calls.exportRows, {
  list: (_who, input, db) => {
    const asked: Asked = input
    return options(db, asked)
  },
  joined: directoryRow,
  columns: [
    ...shapeColumns({ productCode, productName, cateValues }),
    ...exportColumns(productDirectory),
    ...shapeColumns({ scopeNames }),
  ],
})

export const directoryServed = [
  read(calls.list, async (db, who, input) =>
    answerPage(db, who, productDirectory, calls.list.answer, input, await options(db, input)),
  ),
  change(calls.put, async (tx, who, { id, ...form }) => {
    const before = (await directoriesOf(tx, [id])).get(id)
    await writePuts(tx, [{ productId: id, values: await checkedDirectory(tx, who, form, before) }])
  }),
  change(calls.batch, (tx, _who, { productIds, ...form }) => putProducts(tx, productIds, form)),
  change(calls.exportRows, (tx, who, input) => startTask(tx, who, directoryExport, input)),
]
