import { sql } from 'kysely'
import { declareSapType, enqueue } from '#domains/sap/sap.door.ts'
import { categoryFacts } from '#domains/settings/settings.door.ts'
import type { Db, Tx } from '#kit/server/database.ts'
import { fieldsOf } from '#kit/server/log.ts'
import { type Change, touch } from '#kit/server/transaction.ts'
import { product } from './product.entity.ts'
import type { ProductRow } from './productCheck.server.ts'
import { skusOf } from './productInfo.server.ts'
import { unitsOf } from './productParts.server.ts'

/** What SAP is told of a product as it is stored. */
const TOLD = [
  'productCode',
  'sapCode',
  'storeName',
  'productFamily',
  'productFamilySecond',
  'productKind',
  'barCode',
  'isWeight',
  'storageCondition',
  'shelfLifeDays',
  'batchManaged',
  'boxQty',
  'palletQty',
  'length',
  'width',
  'height',
  'weight',
  'netWeight',
  'volume',
  'taxRate',
  'taxCode',
] as const satisfies readonly (keyof ProductRow)[]
/** … and of what it refers to; of its skus. */
const REFERRED = ['unitId', 'wmsGroupId', 'cateId', 'brandId']
const OF_SKU = ['suk', 'skuCode', 'barCode', 'weight', 'volume']

/** Whether SAP must be told of a change of a product or of its skus. */
export function concernsSap(db: Db, changes: readonly Change[]): boolean {
  return changes.some((change) => {
    const told: readonly string[] = change.type === product.name ? [...TOLD, ...REFERRED] : OF_SKU
    return fieldsOf(db, change).some(({ field }) => told.includes(field))
  })
}

/** Puts the master record of a product into the queue to SAP; what it lacks there is said beside it. Catalog §3.3. */
export async function pushProduct(tx: Tx, row: ProductRow): Promise<void> {
  const skus = await skusOf(tx, [row.id])
  const units = await unitsOf(tx, row.id)
  const { rows } = await sql<Record<string, string | null>>`select
      (select "unitCode" from "unit" where "id" = ${row.unitId}) as "unitCode",
      (select "groupCode" from "sapWmsGroup" where "id" = ${row.wmsGroupId}) as "wmsGroupCode",
      (select "sapMatGroup" from "sapWmsGroup" where "id" = ${row.wmsGroupId}) as "sapMatGroup",
      (select "brandCode" from "brand" where "id" = ${row.brandId}) as "brandCode"`.execute(tx)
  const [main] = await categoryFacts(tx, row.cateId.slice(0, 1))
  const packed = await unitCodes(
    tx,
    units.map((one) => one.unitId),
  )
  await enqueue(tx, {
    bizType: product.name,
    bizId: row.id,
    bizSn: row.productCode,
    action: row.sapCode === '' ? 'create' : 'update',
    lacking: lackingOf(row),
    payload: {
      head: {
        ...Object.fromEntries(TOLD.map((name) => [name, row[name]])),
        ...rows[0],
        sapHierarchy: main?.sapHierarchy ?? '',
        units: units.map(({ unitId, ratio, barCode }) => ({
          unitCode: packed.get(unitId) ?? '',
          ratio,
          barCode,
        })),
      },
      items: skus.map(({ skuCode, suk, barCode, weight, volume }) => ({
        skuCode,
        suk,
        barCode,
        weight,
        volume,
      })),
    },
  })
}

async function unitCodes(tx: Tx, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('unit')
    .select(['id', 'unitCode'])
    .where('id', 'in', [...ids])
    .execute()
  return new Map(rows.map((row) => [row.id, row.unitCode]))
}

/** Products made in the product centre may still lack what only the repository asks for. */
function lackingOf({ productFamily, productKind, wmsGroupId }: ProductRow): string {
  const lacking = [
    ...(productFamily === '' ? [product.all.productFamily.label] : []),
    // Virtual goods lie nowhere.
    ...(wmsGroupId === null && productKind !== 1 ? [product.all.wmsGroupId.label] : []),
  ]
  return lacking.length === 0 ? '' : `缺少${lacking.join('、')}`
}

/** The material number SAP gave is kept, unless a person has typed one or another product has it. Catalog §2.3. */
async function keepSapCode(tx: Tx, id: number, ok: boolean, sapDocNo: string): Promise<void> {
  if (!ok || sapDocNo === '' || sapDocNo.length > (product.all.sapCode.max ?? 0)) return
  const { rows } = await sql<{ holder: string | null }>`select (select "productCode" from "product"
    where lower("sapCode") = lower(${sapDocNo}) and "isDel" = 0 and "id" <> ${id} limit 1) as "holder"`.execute(
    tx,
  )
  const holder = rows[0]?.holder ?? null
  if (holder === null)
    await sql`update "product" set "sapCode" = ${sapDocNo} where "id" = ${id} and "sapCode" = ''`.execute(tx)
  else
    await sql`update "product" set "sapDescription" = ${`SAP返回的物料号${sapDocNo}已被商品${holder}使用`}
      where "id" = ${id}`.execute(tx)
  touch(tx, product.name)
}

export const productSapType = declareSapType(product.name, {
  label: product.label,
  onResult: keepSapCode,
})
