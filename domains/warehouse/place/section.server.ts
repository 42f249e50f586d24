import { type SqlBool, sql } from 'kysely'
import type { Db, Tx } from '#kit/server/database.ts'
import { conditionsOf } from '#kit/server/list.ts'
import { wholeRow } from '#kit/server/rows.ts'
import { read } from '#kit/server/serve.ts'
import { standardHandlers } from '#kit/server/standard.ts'
import { touch } from '#kit/server/transaction.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { conflict, notFound, refuse } from '#kit/shared/errors.ts'
import { sectionFigures, sectionLoads } from './figures.server.ts'
import { sectionCalls } from './section.calls.ts'
import { section } from './section.entity.ts'
import { sectionBarcode, sellableOf } from './section.rules.ts'
import { VIRTUAL } from './warehouse.entity.ts'

type SectionRow = EntityRow<typeof section>
type Values = Partial<SectionRow>

/** Whether goods stand in a section or in a bin below it. */
export async function holdsStock(db: Db, id: number): Promise<boolean> {
  return ((await sectionLoads(db, [id])).get(id)?.onHand ?? 0) > 0
}

async function placeOf(tx: Tx, warehouseId: number): Promise<{ code: string; type: number }> {
  const row = await tx
    .selectFrom('warehouse')
    .select(['code', 'type'])
    .where('id', '=', warehouseId)
    .executeTakeFirst()
  if (row === undefined) throw notFound()
  return row
}

/** The zone above a bin, under the rules of §4.2. */
async function parentOf(tx: Tx, row: SectionRow, before: SectionRow | null): Promise<SectionRow | null> {
  if (row.pid === 0) return null
  const parent = await tx
    .selectFrom('section')
    .selectAll()
    .where('id', '=', row.pid)
    .where('isDel', '=', 0)
    .forUpdate()
    .executeTakeFirst()
  if (parent === undefined || parent.warehouseId !== row.warehouseId)
    throw refuse('上级库区不属于该仓库', 'pid')
  if (parent.pid !== 0 || parent.id === before?.id) throw refuse('库位下不能再分库位', 'pid')
  if (before?.pid === row.pid) return parent
  if (await holdsStock(tx, parent.id)) throw refuse('上级库区存在库存，不能再分库位', 'pid')
  if (before !== null && (await hasBins(tx, before.id)))
    throw refuse('该库区下已有库位，不能移到其他库区下', 'pid')
  return parent
}

async function hasBins(tx: Tx, id: number): Promise<boolean> {
  const { rows } = await sql`select 1 from "section" where "pid" = ${id} and "isDel" = 0 limit 1`.execute(tx)
  return rows.length > 0
}

async function checkChange(tx: Tx, row: SectionRow, before: SectionRow): Promise<void> {
  if (row.warehouseId !== before.warehouseId) throw refuse('仓库保存后不能修改', 'warehouseId')
  const isOther = row.type !== before.type || row.sellable !== before.sellable
  if (isOther && before.isSystem === 1) throw refuse('系统库区不能修改类型', 'type')
  if (isOther && (await holdsStock(tx, before.id))) throw conflict('库区存在库存，不能修改类型')
  if (before.status === 1 && row.status === 0) await refuseDisabling(tx, before)
}

async function refuseDisabling(tx: Tx, row: SectionRow): Promise<void> {
  if (row.isSystem === 1) throw conflict('系统库区不能停用')
  if (row.countSn !== '') throw conflict(`库区 ${row.name} 正在盘点（${row.countSn}），暂不能停用`)
  if (await holdsStock(tx, row.id)) throw conflict('库区存在库存，不能停用')
}

/** Checks what is to be stored of a section and completes it. Warehouse §4.2. */
async function prepare(tx: Tx, values: Values, before: SectionRow | null): Promise<Values> {
  const row = wholeRow(section, before, values)
  const place = await placeOf(tx, row.warehouseId)
  if (place.type === VIRTUAL) throw refuse('虚拟仓没有库区', 'warehouseId')
  const parent = await parentOf(tx, row, before)
  // Bins are what their zone is.
  const type = parent?.type ?? row.type
  const sellable = parent?.sellable ?? sellableOf(type, row.sellable)
  if (before !== null) await checkChange(tx, { ...row, type, sellable }, before)
  return {
    ...values,
    level: parent === null ? 1 : 2,
    type,
    sellable,
    barCode: sectionBarcode(place.code, row.code),
  }
}

export const sectionServed = standardHandlers(section, sectionCalls, {
  chosen: 'enabled',
  list: (_who, input) => ({
    where: [
      ...('pid' in input && input.pid !== '' ? [sql<SqlBool>`"section"."pid" = ${Number(input.pid)}`] : []),
    ],
  }),
  offered: ({ warehouseId, zones }) => {
    const below = sql`(select 1 from "section" b where b."pid" = "section"."id" and b."isDel" = 0)`
    const kind = zones === 1 ? sql`"section"."pid" = 0` : sql`not exists ${below}`
    return warehouseId === null
      ? sql<SqlBool>`${kind}`
      : sql<SqlBool>`"section"."warehouseId" = ${warehouseId} and ${kind}`
  },
  figures: sectionFigures,
  joined: true,
  prepare,
  async saved(tx, row, before) {
    if (before === null || (before.type === row.type && before.sellable === row.sellable)) return
    await sql`update "section" set "type" = ${row.type}, "sellable" = ${row.sellable}
      where "pid" = ${row.id} and "isDel" = 0`.execute(tx)
    touch(tx, section.name)
  },
  async switching(tx, row, status) {
    if (status === 0) await refuseDisabling(tx, row)
  },
  usedText: ({ place }) => `该库区已被${place}使用，不能删除`,
  async deleting(tx, row) {
    if (row.isSystem === 1) throw conflict('系统库区不能删除')
    if (await hasBins(tx, row.id)) throw conflict('请先删除该库区下的库位')
    if (await holdsStock(tx, row.id)) throw conflict('库区存在库存，不能删除')
  },
  importing: {
    examples: {
      warehouseId: 'FZ-01',
      code: 'B01',
      name: '食品拣货区',
      type: '拣货区',
      tempZone: '常温',
      pickSort: '20',
    },
    columns: [
      'warehouseId',
      'code',
      'name',
      'type',
      'tempZone',
      'pickSort',
      'pid',
      'maxWeight',
      'maxVolume',
      'remark',
    ],
    notes: ['仓库填写编码或名称，上级库区填写编码；库区编码在仓库内不能重复'],
  },
})

/** What is printed on labels, and the sections of a warehouse as a tree. */
export const sectionReads = [
  read(sectionCalls.labels, async (db, who, { ids }) => {
    const wanted = sql<boolean>`"section"."id" = any(${sql.val([...ids])}::int[])`
    let query = db
      .selectFrom('section')
      .innerJoin('warehouse', 'warehouse.id', 'section.warehouseId')
      .select([
        'section.id',
        'section.code',
        'section.name',
        'section.barCode',
        'warehouse.name as warehouseName',
      ])
    for (const condition of await conditionsOf(db, who, section, {}, { where: [wanted] }))
      query = query.where(condition)
    return query.orderBy('section.warehouseId').orderBy('section.pickSort').orderBy('section.id').execute()
  }),
  read(sectionCalls.tree, async (db, who, { warehouseId }) => {
    const within = sql<boolean>`"section"."warehouseId" = ${warehouseId}`
    let query = db.selectFrom('section').selectAll('section')
    for (const condition of await conditionsOf(db, who, section, {}, { where: [within] }))
      query = query.where(condition)
    const rows = await query.orderBy('pickSort').orderBy('id').execute()
    const loads = await sectionLoads(
      db,
      rows.map((row) => row.id),
    )
    return rows.map((row) => ({
      ...row,
      onHand: loads.get(row.id)?.onHand ?? 0,
      skuCount: loads.get(row.id)?.skus ?? 0,
    }))
  }),
]
