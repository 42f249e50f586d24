import { CHANNELS, TEMP_ZONES } from '#domains/settings/settings.shared.ts'
import type { Db } from '#kit/server/database.ts'
import { dictWords } from '#kit/server/dictCheck.ts'
import { listOf } from '#kit/server/fileTask.ts'
import { rowsInOrder } from '#kit/server/importCells.ts'
import { joinRows } from '#kit/server/joins.ts'
import { wordsFor } from '#kit/server/refs.ts'
import type { Who } from '#kit/server/who.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { fieldOf } from '#kit/shared/join.ts'
import { sapWmsGroup } from '../masters/sapWmsGroup.entity.ts'
import { storeCalls } from '../product/product.calls.ts'
import { product, TAX_RATES } from '../product/product.entity.ts'
import { repoCalls } from '../product/repo.calls.ts'
import type { sku } from '../product/sku.entity.ts'

/** The two lists of products, each with its filters and permission. */
export const REPOSITORY = listOf('storerepoProduct', repoCalls.exportRows)
export const PRODUCT_CENTRE = listOf('product', storeCalls.exportRows)

type Product = EntityRow<typeof product>
type Sku = EntityRow<typeof sku>
type Cells = Record<string, unknown>

const labelOf = (choices: readonly { value: number; label: string }[], value: unknown) =>
  choices.find((one) => one.value === Number(value))?.label

const yesNo = (value: unknown): string => (value === 1 ? '是' : '否')

/** Products in the order of the ids, each with its living specifications in theirs. */
async function productsWithSkus(db: Db, ids: readonly number[]): Promise<{ row: Product; skus: Sku[] }[]> {
  if (ids.length === 0) return []
  const rows = await rowsInOrder(db, product, ids)
  const skus = await db
    .selectFrom('sku')
    .selectAll()
    .where('productId', 'in', [...ids])
    .where('isDel', '=', 0)
    .orderBy('sort')
    .orderBy('id')
    .execute()
  const byProduct = Map.groupBy(skus, (one) => one.productId)
  return rows.map((row) => ({ row, skus: byProduct.get(row.id) ?? [] }))
}

const skuCells = ({ skuCode, barCode, price, otPrice, cost, weight, volume }: Sku): Cells => ({
  skuCode,
  barCode,
  price,
  otPrice,
  cost,
  weight,
  volume,
})

/** What the product sheet says of products: a row for each specification, what is of the product itself in each of them. */
export async function productRows(db: Db, who: Who, ids: readonly number[]): Promise<Cells[]> {
  const found = await productsWithSkus(db, ids)
  const idsIn = (read: (row: Product) => readonly (number | null)[]) => [
    ...new Set(found.flatMap(({ row }) => read(row)).filter((id) => id !== null)),
  ]
  const categories = await wordsFor(
    db,
    who,
    'category',
    idsIn((row) => row.cateId),
  )
  const brands = await wordsFor(
    db,
    who,
    'brand',
    idsIn((row) => [row.brandId]),
  )
  const units = await wordsFor(
    db,
    who,
    'unit',
    idsIn((row) => [row.unitId]),
  )
  const groups = await joinRows(
    db,
    who,
    { groupCode: fieldOf('wmsGroupId', sapWmsGroup, 'groupCode') },
    found.map(({ row }) => ({ wmsGroupId: row.wmsGroupId })),
  )
  const families = await dictWords(db, 'product_family')
  return found.flatMap(({ row, skus }, index) => {
    const names = row.specType === 1 ? row.attr.map((one) => one.attrName) : []
    const flags = Object.fromEntries(
      (['isPostage', 'isBest', 'isHot', 'isNew', 'isBenefit'] as const).map((name) => [
        name,
        yesNo(row[name]),
      ]),
    )
    const head: Cells = {
      ...row,
      ...flags,
      catePath: row.cateId.flatMap((id) => categories.get(id) ?? []).join('；'),
      brandName: brands.get(row.brandId ?? 0),
      unitName: units.get(row.unitId),
      family: families.get(row.productFamily) ?? row.productFamily,
      taxRate: labelOf(TAX_RATES, row.taxRate),
      storage: labelOf(TEMP_ZONES, row.storageCondition),
      wmsGroup: groups[index]?.groupCode,
      channels: row.channels.flatMap((id) => labelOf(CHANNELS, id) ?? []).join('、'),
    }
    return skus.map((one) => ({
      ...head,
      ...skuCells(one),
      ...Object.fromEntries(
        names.flatMap((name, index) => [
          [`specName${index + 1}`, name],
          [`specValue${index + 1}`, one.attrValue[name]],
        ]),
      ),
    }))
  })
}

/** What the sheet of specifications says of products that have some. */
export async function skuRows(db: Db, ids: readonly number[]): Promise<Cells[]> {
  const found = await productsWithSkus(db, ids)
  return found
    .filter(({ row }) => row.specType === 1)
    .flatMap(({ row, skus }) =>
      skus.map((one) => ({
        productNo: row.sourceNo,
        productCode: row.productCode,
        pairs: Object.fromEntries(row.attr.map(({ attrName }) => [attrName, one.attrValue[attrName] ?? ''])),
        ...skuCells(one),
        image: one.image,
      })),
    )
}
