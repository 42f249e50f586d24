import { type Expression, type SqlBool, sql } from 'kysely'
import { takeBatch } from '#domains/files/files.door.ts'
import { categoriesBelow } from '#domains/settings/settings.door.ts'
import type { Db } from '#kit/server/database.ts'
import { exportColumns, exportEntity } from '#kit/server/exportEntity.ts'
import { filterNumbers, type ListOptions, listPage } from '#kit/server/list.ts'
import { change, own, read } from '#kit/server/serve.ts'
import { startExport } from '#kit/server/startTask.ts'
import { product } from '../product/product.entity.ts'
import { pictureCalls as calls } from './pictures.calls.ts'
import { MAX_ZIP_MB } from './pictures.rules.ts'
import { checkZip, pictureBatch } from './picturesImport.server.ts'
import { productImgLog } from './productImgLog.entity.ts'
import { setPictures } from './setPictures.server.ts'

/** Written out, so that the partial indexes of migrations 005 and 008 serve them. */
const GAP_ROWS: Readonly<Record<string, Expression<SqlBool>>> = {
  '1': sql<SqlBool>`"product"."image" = ''`,
  '2': sql<SqlBool>`"product"."sliderImage" = '{}'`,
  '3': sql<SqlBool>`"product"."content" not like '%<img%'`,
  '4': sql<SqlBool>`("product"."specType" = 1 and exists (
    select 1 from "sku" s where s."productId" = "product"."id" and s."isDel" = 0 and s."image" = ''))`,
}

async function pictureOptions(
  db: Db,
  { cateId, gap }: { cateId: string; gap: string },
): Promise<ListOptions> {
  const where: Expression<SqlBool>[] = [sql<SqlBool>`"product"."isRecycle" = 0`]
  const cateIds = filterNumbers(cateId, '商品分类', 'cateId')
  if (cateIds.length > 0)
    where.push(sql<SqlBool>`"product"."cateId" && ${sql.val(await categoriesBelow(db, 1, cateIds))}::int[]`)
  const gaps = gap.split(',').flatMap((one) => GAP_ROWS[one] ?? [])
  if (gaps.length > 0) where.push(sql<SqlBool>`(${sql.join(gaps, sql` or `)})`)
  const columns = [
    'id',
    'image',
    'productCode',
    'storeName',
    'sliderImage',
    'specType',
    'isShow',
    'updateTime',
  ]
  return { where, columns, reads: ['sku'] }
}

type Listed = {
  id: number
  image: string
  sliderImage: readonly string[]
  specType: number
}

/** What a product lacks; the texts themselves are not read. */
async function withGaps<R extends Listed>(db: Db, rows: readonly R[]) {
  const ids = sql.val(rows.map((row) => row.id))
  const { rows: details } = await sql<{ id: number; n: number }>`
    select "id", regexp_count("content", '<img')::int as "n" from "product" where "id" = any(${ids}::int[])`.execute(
    db,
  )
  const { rows: skus } = await sql<{ id: number; n: number }>`
    select "productId" as "id", count(*)::int as "n" from "sku"
    where "productId" = any(${ids}::int[]) and "isDel" = 0 and "image" = '' group by 1`.execute(db)
  const detailCount = new Map(details.map((one) => [one.id, one.n]))
  const skuGaps = new Map(skus.map((one) => [one.id, one.n]))
  return rows.map((row) => ({
    ...row,
    hasCover: row.image === '' ? (0 as const) : (1 as const),
    sliderCount: row.sliderImage.length,
    detailCount: detailCount.get(row.id) ?? 0,
    skuGaps: row.specType === 1 ? (skuGaps.get(row.id) ?? 0) : 0,
  }))
}

/** Which product lacks which pictures. */
export const pictureExport = exportEntity({ ...product, label: '商品图片' }, calls.exportRows, {
  bizType: 'productPicture',
  list: (_who, input, db) => pictureOptions(db, input),
  enrich: (db, rows) => withGaps(db, rows),
  joined: calls.list.answer.shape ?? {},
  columns: exportColumns({ all: calls.list.answer.shape ?? {} }),
})

export const pictureServed = [
  read(calls.list, async (db, who, input) => {
    const page = await listPage(db, who, product, input, await pictureOptions(db, input))
    return { ...page, list: await withGaps(db, page.list) }
  }),
  change(calls.clear, async (tx, _who, { id }) => {
    const nothing = { cover: '', slider: [], detail: [], skus: new Map([['*', '']]) }
    await setPictures(tx, id, nothing, { action: '清空图片', source: '商品图片', onShelf: false })
    return null
  }),
  change(calls.exportRows, (tx, who, input, request) => startExport(tx, who, pictureExport, input, request)),
  own(calls.importZip, (db, who, _input, request) => {
    const batch = { definition: pictureBatch, extension: 'zip', maxMb: MAX_ZIP_MB, check: checkZip }
    return takeBatch(db, who, calls.importZip, batch, request)
  }),
  read(calls.logs, (db, who, input) => listPage(db, who, productImgLog, input)),
]
