import { type Expression, type SqlBool, sql } from 'kysely'
import { takeBatch } from '#domains/files/files.door.ts'
import { categoriesBelow } from '#domains/settings/settings.door.ts'
import type { Db } from '#kit/server/database.ts'
import { exportEntity, shapeColumns } from '#kit/server/exportEntity.ts'
import { type Figures, rowFigure } from '#kit/server/figures.ts'
import { answerPage, filterNumbers, type ListOptions } from '#kit/server/list.ts'
import { change, own, read } from '#kit/server/serve.ts'
import { startTask } from '#kit/server/tasks/start.ts'
import { product } from '../product/product.entity.ts'
import { pictureCalls as calls, pictureRow } from './pictures.calls.ts'
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
  return { where, reads: ['sku'] }
}

/**
 * How many pictures the details of a product show. By its id: details are read of the rows that are shown alone, not of those
 * that are sorted.
 */
const DETAIL_COUNT = `select regexp_count(own."content", '<img') from "product" own where own."id" = "product"."id"`

/** How many specifications of a product that has several lack a picture. */
const SKU_GAPS = `select count(*)::int from "sku" s where s."productId" = "product"."id" and "product"."specType" = 1
  and s."isDel" = 0 and s."image" = ''`

const figures: Figures = {
  detailCount: rowFigure(product, DETAIL_COUNT),
  skuGaps: rowFigure(product, SKU_GAPS),
}

/** Which product lacks which pictures. */
export const pictureExport = exportEntity({ ...product, label: '商品图片' }, calls.exportRows, {
  bizType: 'productPicture',
  list: (_who, input, db) => pictureOptions(db, input),
  figures,
  joined: pictureRow,
  columns: shapeColumns(pictureRow),
})

export const pictureServed = [
  read(calls.list, async (db, who, input) =>
    answerPage(db, who, product, calls.list.answer, input, { ...(await pictureOptions(db, input)), figures }),
  ),
  change(calls.clear, async (tx, _who, { id }) => {
    const nothing = { cover: '', slider: [], detail: [], skus: new Map([['*', '']]) }
    await setPictures(tx, id, nothing, { action: '清空图片', source: '商品图片', onShelf: false })
  }),
  change(calls.exportRows, (tx, who, input) => startTask(tx, who, pictureExport, input)),
  own(calls.importZip, (db, who, _input, request) => {
    const batch = { definition: pictureBatch, extension: 'zip', maxMb: MAX_ZIP_MB, check: checkZip }
    return takeBatch(db, who, calls.importZip, batch, request)
  }),
  read(calls.logs, (db, who, input) => answerPage(db, who, productImgLog, calls.logs.answer, input)),
]
