import { type SqlBool, sql } from 'kysely'
import { skusByCode } from '#domains/catalog/catalog.door.ts'
import type { Db } from '#kit/server/database.ts'
import { conditionsOf } from '#kit/server/list.ts'
import { readRow } from '#kit/server/rows.ts'
import { read } from '#kit/server/serve.ts'
import { may, type Who } from '#kit/server/who.ts'
import type { OutOf } from '#kit/shared/call.ts'
import type { Entity } from '#kit/shared/entity.ts'
import { refuse } from '#kit/shared/errors.ts'
import { countCalls } from '../count/count.document.ts'
import { stockCount } from '../count/count.entity.ts'
import { deliveryCalls } from '../delivery/delivery.calls.ts'
import { wtsDelivery } from '../delivery/wtsDelivery.entity.ts'
import { pickCalls, taskCalls } from '../pick/pick.calls.ts'
import { pickList } from '../pick/pickList.entity.ts'
import { section } from '../place/section.entity.ts'
import { warehouseTerms } from '../place/terms.server.ts'
import { warehouse } from '../place/warehouse.entity.ts'
import { shiftingCalls } from '../shifting/shifting.document.ts'
import { shifting } from '../shifting/shifting.entity.ts'
import { shipTask } from '../ship/shipTask.entity.ts'
import { sortCalls } from '../sort/sort.calls.ts'
import { sortOrder } from '../sort/sortOrder.entity.ts'
import { stockinCalls } from '../stockin/stockin.document.ts'
import { stockin } from '../stockin/stockin.entity.ts'
import { transferCalls } from '../transfer/transfer.document.ts'
import { transfer } from '../transfer/transfer.entity.ts'
import { goodsCodes, readDocument, readGoods } from './code.rules.ts'
import { goodsOfSkus } from './goods.server.ts'
import { ALL_SCALES } from './label.rules.ts'
import { scanCalls as calls, TOLD_MOST } from './scan.calls.ts'

type Told = OutOf<typeof calls.resolve>
type Section = OutOf<typeof calls.sections>[number]

/** What numbers may name: where the number stands, and who may read it. */
const DOCUMENTS: readonly { of: Entity; sn: string; info: { permission: string } }[] = [
  { of: pickList, sn: 'pickSn', info: pickCalls.info },
  { of: sortOrder, sn: 'sortSn', info: sortCalls.info },
  { of: shipTask, sn: 'taskSn', info: taskCalls.info },
  { of: wtsDelivery, sn: 'deliverySn', info: deliveryCalls.info },
  { of: stockin, sn: 'stockinSn', info: stockinCalls.info },
  { of: stockCount, sn: 'countSn', info: countCalls.info },
  { of: shifting, sn: 'shiftingSn', info: shiftingCalls.info },
  { of: transfer, sn: 'transferSn', info: transferCalls.info },
]

/** Sections a person may see, as a scanner finds them. */
async function sectionsWhere(db: Db, who: Who, where: ReturnType<typeof sql<SqlBool>>): Promise<Section[]> {
  const own = await conditionsOf(
    db,
    who,
    section,
    {},
    { where: [sql<SqlBool>`"section"."status" = 1`, where] },
  )
  const { rows } = await sql<Section>`
    select "id", "warehouseId", "code", "name", "barCode", "type", coalesce((select c."weighPrefix" from "wareHouseConfig" c
      where c."warehouseId" = "section"."warehouseId" and c."isDel" = 0), '') as "weighPrefix" from "section" where ${sql.join(own, sql` and `)}
    order by "pickSort", "id" limit ${TOLD_MOST}`.execute(db)
  return rows
}

async function documentOf(db: Db, who: Who, code: string): Promise<Told['document']> {
  const named = readDocument(code)
  const found = DOCUMENTS.find(({ of }) => of.name === named?.type)
  if (named === null || found === undefined || !may(who, found.info.permission)) return null
  const { of, sn } = found
  const where = await conditionsOf(
    db,
    who,
    of,
    {},
    { where: [sql<SqlBool>`lower(${sql.ref(sn)}) = ${named.sn.toLowerCase()}`] },
  )
  const { rows } = await sql<{ id: number }>`
    select "id" from ${sql.table(of.name)} where ${sql.join(where, sql` and `)}`.execute(db)
  const id = rows[0]?.id
  return id === undefined ? null : { type: of.name, id, sn: named.sn }
}

const NOTHING = {
  ...{ sections: [], goods: [], ratio: 1, lotNo: '', productionDate: '', expiryDate: '' },
  document: null,
}

/** The prefixes of the scales of a warehouse the person sees. */
async function scalesOf(db: Db, who: Who, warehouseId: number): Promise<string> {
  await readRow(db, who, warehouse, warehouseId)
  const terms = (await warehouseTerms(db, [warehouseId])).get(warehouseId)
  return terms?.config.weighPrefix ?? ''
}

/** Goods that one code may name, e.g. the specifications of a product. */
const GOODS_OF_CODE = 50

/** What a code is: a section, a document, or goods. 422 无法识别的条码：{code}, and where a weight is no quantity. Warehouse §7, §12. */
async function resolve(
  db: Db,
  who: Who,
  { code, warehouseId }: { code: string; warehouseId: number | null },
): Promise<Told> {
  const wanted = code.trim()
  const scales = warehouseId === null ? ALL_SCALES : await scalesOf(db, who, warehouseId)
  const document = await documentOf(db, who, wanted)
  if (document !== null) return { ...NOTHING, kind: 'document', document }
  const sections = await sectionsWhere(
    db,
    who,
    sql<SqlBool>`lower("section"."barCode") = ${wanted.toLowerCase()}`,
  )
  if (sections.length > 0) return { ...NOTHING, kind: 'section', sections }
  const named = await skusByCode(db, goodsCodes(wanted, scales))
  const goods = await goodsOfSkus(db, [...named.values()].flat().slice(0, GOODS_OF_CODE))
  const [first] = readGoods(wanted, goods, scales)
  if (first === undefined) throw refuse(`无法识别的条码：${wanted}`, 'code')
  const { ratio, fault, lotNo, productionDate, expiryDate } = first
  if (fault !== '') throw refuse(fault, 'code')
  return { ...NOTHING, kind: 'goods', goods, ratio, lotNo, productionDate, expiryDate }
}

export const scanServed = {
  served: [
    read(calls.resolve, resolve),
    read(calls.goods, (db, _who, { skuIds }) => goodsOfSkus(db, skuIds)),
    read(calls.sections, async (db, who, { warehouseId }) => {
      await readRow(db, who, warehouse, warehouseId)
      return sectionsWhere(db, who, sql<SqlBool>`"section"."warehouseId" = ${warehouseId}`)
    }),
  ],
}
