import { type SqlBool, sql } from 'kysely'
import { categoriesBelow } from '#domains/settings/settings.door.ts'
import type { Db } from '#kit/server/database.ts'
import type { ExportDefinition } from '#kit/server/fileTask.ts'
import { conditionsOf } from '#kit/server/list.ts'
import { readRow } from '#kit/server/rows.ts'
import { change, read } from '#kit/server/serve.ts'
import { startTask } from '#kit/server/tasks/start.ts'
import type { Who } from '#kit/server/who.ts'
import type { InOf, OutOf } from '#kit/shared/call.ts'
import { LOGISTICS_MODES, warehouse } from '../place/warehouse.entity.ts'
import { productTableCalls as calls } from './delivery.calls.ts'

type Wanted = InOf<typeof calls.report>
type Table = OutOf<typeof calls.report>

interface Need {
  skuId: number
  skuCode: string
  name: string
  suk: string
  unitName: string
  boxQty: number
  weight: number
  volume: number
  available: number
  part: string
  q: number
}

/** Columns of the table at most; what lies beyond goes into 其他. */
const MOST = 30

/**
 * What all tasks of a day that have not left yet want of each sku, and of whom: the sum of a row's columns is its total. Warehouse §5.3.
 */
export async function productTable(db: Db, who: Who, wanted: Wanted): Promise<Table> {
  const { planDate, warehouseId, waveSn, cateIds, by } = wanted
  const own = await conditionsOf(
    db,
    who,
    warehouse,
    {},
    { where: [sql<SqlBool>`"warehouse"."id" = ${warehouseId}`] },
  )
  const { rows: seen } = await sql`select 1 from "warehouse" where ${sql.join(own, sql` and `)}`.execute(db)
  if (seen.length === 0) return { columns: [], rows: [], totals: [], totalQty: 0 }
  const part =
    by === 2
      ? sql`coalesce((select min(w."waveSn") from "pickShare" h join "pickListLine" pl on pl."id" = h."pickLineId"
          join "pickList" w on w."id" = pl."pickListId" and w."status" <> 9 where h."taskLineId" = l."id"), '未成波次')`
      : by === 3
        ? sql`t."logisticsMode"::text`
        : sql`t."customer"`
  const cates = cateIds.length === 0 ? [] : await categoriesBelow(db, 1, cateIds)
  const { rows } = await sql<Need>`
    select l."skuId", k."skuCode", p."storeName" as "name", k."suk", coalesce(u."unitName", '') as "unitName", coalesce(p."boxQty", 0)::int as "boxQty",
      coalesce(k."weight", 0) as "weight", coalesce(k."volume", 0) as "volume",
      coalesce((select "available" from "stock" s where s."skuId" = l."skuId" and s."warehouseId" = t."warehouseId"), 0) as "available",
      ${part} as "part", (sum(l."qty" - l."shortQty") * 1000)::bigint as "q"
    from "shipTask" t join "shipTaskLine" l on l."taskId" = t."id" and l."isDel" = 0
    join "sku" k on k."id" = l."skuId" join "product" p on p."id" = k."productId" left join "unit" u on u."id" = p."unitId"
    where t."isDel" = 0 and t."status" in (0, 1, 2, 3, 4, 8) and t."warehouseId" = ${warehouseId} and t."planDate" = ${planDate}::date
      and (${waveSn} = '' or exists (select from "pickShare" h join "pickListLine" pl on pl."id" = h."pickLineId"
        join "pickList" w on w."id" = pl."pickListId" where h."taskLineId" = l."id" and w."waveSn" = ${waveSn}))
      and (${cates.length === 0} or p."cateId" && ${sql.val(cates)}::int[])
    group by l."skuId", k."skuCode", p."storeName", k."suk", u."unitName", p."boxQty", k."weight", k."volume", t."warehouseId", "part"
    order by k."skuCode"`.execute(db)
  const named = by === 3 ? rows.map((row) => ({ ...row, part: modeName(row.part) })) : rows
  return tabled(named)
}

const modeName = (value: string): string =>
  LOGISTICS_MODES.find((one) => String(one.value) === value)?.label ?? value

function tabled(needs: readonly Need[]): Table {
  const sums = new Map<string, number>()
  for (const { part, q } of needs) sums.set(part, (sums.get(part) ?? 0) + q)
  const ordered = [...sums].toSorted((a, b) => b[1] - a[1]).map(([name]) => name)
  const columns = ordered.length > MOST ? [...ordered.slice(0, MOST - 1), '其他'] : ordered
  const placeOf = (part: string): number => {
    const at = columns.indexOf(part)
    return at < 0 ? columns.length - 1 : at
  }
  const totals = columns.map(() => 0)
  const rows = [...Map.groupBy(needs, (one) => one.skuId).values()].flatMap((own) => {
    const [first] = own
    if (first === undefined) return []
    const parts = columns.map(() => 0)
    for (const { part, q } of own) {
      const at = placeOf(part)
      parts[at] = (parts[at] ?? 0) + q
      totals[at] = (totals[at] ?? 0) + q
    }
    const q = parts.reduce((sum, one) => sum + one, 0)
    const boxes = first.boxQty > 1 ? Math.floor(q / (first.boxQty * 1000)) : 0
    const { skuId, skuCode, name, suk, unitName, boxQty, available } = first
    return [
      {
        ...{ skuId, skuCode, name, suk, unitName, boxQty, available },
        ...{ totalQty: q / 1000, boxes, loose: (q - boxes * boxQty * 1000) / 1000 },
        weight: Math.round(Number(first.weight) * q) / 1000,
        volume: Math.round(Number(first.volume) * q) / 1000,
        gap: Math.max(0, q - Math.round(available * 1000)) / 1000,
        parts: parts.map((one) => one / 1000),
      },
    ]
  })
  return {
    columns,
    rows,
    totals: totals.map((one) => one / 1000),
    totalQty: totals.reduce((sum, one) => sum + one, 0) / 1000,
  }
}

const wantedOf = (params: Record<string, unknown>): Wanted => ({
  planDate: String(params.planDate ?? ''),
  warehouseId: Number(params.warehouseId),
  waveSn: String(params.waveSn ?? ''),
  cateIds: Array.isArray(params.cateIds) ? params.cateIds.map(Number) : [],
  by: params.by === 2 ? 2 : params.by === 3 ? 3 : 1,
})

/** 商品表 as a sheet: its columns follow from the day. */
const productTableExport: ExportDefinition = {
  kind: 'export',
  bizType: 'productTable',
  title: '商品表',
  permission: calls.exportRows.permission,
  columns: [
    { name: 'skuCode', title: '规格编码', kind: 'text', width: 18 },
    { name: 'name', title: '商品名称', kind: 'text', width: 36 },
    { name: 'suk', title: '规格', kind: 'text', width: 16 },
    { name: 'unitName', title: '单位', kind: 'text' },
    { name: 'boxQty', title: '箱规', kind: 'number' },
    { name: 'totalQty', title: '总数量', kind: 'number' },
    { name: 'boxes', title: '整箱', kind: 'number' },
    { name: 'loose', title: '零数', kind: 'number' },
    { name: 'weight', title: '重量(kg)', kind: 'number' },
    { name: 'volume', title: '体积(m³)', kind: 'number' },
    { name: 'available', title: '可用量', kind: 'number' },
    { name: 'gap', title: '缺口', kind: 'number' },
  ],
  async moreColumns(db, who, params) {
    const { columns } = await productTable(db, who, wantedOf(params))
    return columns.map((title, at) => ({ name: `part${at}`, title, kind: 'number' }))
  },
  async count(db, who, params) {
    return (await productTable(db, who, wantedOf(params))).rows.length
  },
  async *rows(db, who, params) {
    const { rows } = await productTable(db, who, wantedOf(params))
    yield rows.map(({ parts, ...row }) => ({
      ...row,
      ...Object.fromEntries(parts.map((one, at) => [`part${at}`, one])),
    }))
  },
}

/** 商品表. Warehouse §5.3. */
export const productTableServed = {
  served: [
    read(calls.report, async (db, who, wanted) => {
      await readRow(db, who, warehouse, wanted.warehouseId)
      return productTable(db, who, wanted)
    }),
    change(calls.exportRows, (tx, who, input) => startTask(tx, who, productTableExport, { ...input })),
  ],
  tasks: [productTableExport],
}
