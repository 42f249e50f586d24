import { sql } from 'kysely'
import { completeRegion, regionIs } from '#domains/parties/parties.door.ts'
import { CHANNELS } from '#domains/settings/settings.shared.ts'
import type { Tx } from '#kit/server/database.ts'
import { usesOf } from '#kit/server/refs.ts'
import { insertRows, lockRow, updateRow, wholeRow } from '#kit/server/rows.ts'
import { rowScope } from '#kit/server/scope.ts'
import { change } from '#kit/server/serve.ts'
import { standardHandlers } from '#kit/server/standard.ts'
import { actorOf, touch } from '#kit/server/transaction.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { conflict, refuse, refuseFields } from '#kit/shared/errors.ts'
import { wareHouseConfig } from './config.entity.ts'
import { keepDefaults } from './defaults.server.ts'
import { warehouseFigures } from './figures.server.ts'
import { section } from './section.entity.ts'
import { SYSTEM_SECTIONS, sectionBarcode, sellableOf } from './section.rules.ts'
import { followStaff } from './staff.server.ts'
import { OPEN, STOCK } from './uses.server.ts'
import { warehouseCalls } from './warehouse.calls.ts'
import { VIRTUAL, warehouse } from './warehouse.entity.ts'
import { OWNER_OF, warehouseFaults } from './warehouse.rules.ts'

type WarehouseRow = EntityRow<typeof warehouse>
type Values = Partial<WarehouseRow>

/** Gives a new warehouse its system sections and its config. Warehouse §4.1. */
async function furnish(tx: Tx, { id, code, type }: WarehouseRow): Promise<void> {
  const channelIds = CHANNELS.map((one) => one.value)
  // In one go with nothing asked: a warehouse that begins disabled has them, too.
  await insertRows(tx, wareHouseConfig, [{ warehouseId: id, channelIds }])
  if (type === VIRTUAL) return
  await insertRows(
    tx,
    section,
    SYSTEM_SECTIONS.map((one) => ({
      ...one,
      warehouseId: id,
      sellable: sellableOf(one.type, undefined),
      barCode: sectionBarcode(code, one.code),
      isSystem: 1 as const,
    })),
  )
}

async function hasMoved(tx: Tx, id: number): Promise<boolean> {
  const { rows } = await sql`select 1 from "stock" where "warehouseId" = ${id} limit 1`.execute(tx)
  return rows.length > 0
}

/** Refuses to disable a warehouse in which something lies, is under way, or which somebody names. Warehouse §12. */
async function refuseInUse(tx: Tx, id: number): Promise<void> {
  const uses = (await usesOf(tx, warehouse.name, [id])).filter((use) => use.past !== true)
  const [first] = uses
  if (first === undefined) return
  if (uses.some(({ place }) => place === STOCK || place === OPEN))
    throw conflict('仓库存在库存或未完成单据，不能停用')
  throw conflict(`该仓库已被${first.n}个${first.place}使用，不能停用`)
}

async function checkSap(tx: Tx, { id, sapPlant, sapStorageLocation, status }: WarehouseRow): Promise<void> {
  if (status !== 1 || sapPlant === '' || sapStorageLocation === '') return
  const other = await tx
    .selectFrom('warehouse')
    .select('name')
    .where('sapPlant', '=', sapPlant)
    .where('sapStorageLocation', '=', sapStorageLocation)
    .where('status', '=', 1)
    .where('isDel', '=', 0)
    .where('id', '<>', id ?? 0)
    .executeTakeFirst()
  if (other !== undefined) throw refuse(`该SAP工厂和库存地点已用于仓库“${other.name}”`, 'sapStorageLocation')
}

/** Checks what is to be stored of a warehouse and completes it. Warehouse §4.1. */
async function prepare(tx: Tx, values: Values, before: WarehouseRow | null): Promise<Values> {
  const row = wholeRow(warehouse, before, values)
  const faults = warehouseFaults(row)
  if (faults.length > 0) throw refuseFields(faults)
  if (before !== null) {
    if ((before.type === VIRTUAL) !== (row.type === VIRTUAL)) throw refuse('虚拟仓不能与其他类型互改', 'type')
    if (before.code !== row.code && (await hasMoved(tx, before.id)))
      throw refuse('仓库已有库存变动，不能修改编码', 'code')
    if (before.isDefault === 1 && row.isDefault === 0) throw refuse('请在另一个仓库上设置默认仓', 'isDefault')
    if (before.status === 1 && row.status === 0) await refuseInUse(tx, before.id)
  }
  await checkSap(tx, row)
  // A warehouse of another type belongs to somebody else.
  const owners = Object.fromEntries(
    OWNER_OF.filter((one) => one.type !== row.type).map((one) => [one.field, null]),
  )
  const who = actorOf(tx)
  const isSeen = before !== null || row.staffIds.includes(who.adminId)
  // Who sees only their own warehouses looks after the one they make.
  const own =
    isSeen || (await rowScope(tx, who, warehouse)) === null
      ? {}
      : { staffIds: [...row.staffIds, who.adminId] }
  return completeRegion(tx, { ...values, ...owners, ...own })
}

/** What follows from a saved warehouse: its sections, the scope of its people, which one is the default. */
async function saved(tx: Tx, row: WarehouseRow, before: WarehouseRow | null): Promise<void> {
  if (before === null) await furnish(tx, row)
  else if (before.code !== row.code) {
    await sql`update "section" set "barCode" = 'SEC-' || ${row.code}::text || '-' || "code"
      where "warehouseId" = ${row.id} and "isDel" = 0`.execute(tx)
    touch(tx, section.name)
  }
  const old = before?.staffIds ?? []
  await followStaff(tx, [
    ...old.filter((id) => !row.staffIds.includes(id)),
    ...row.staffIds.filter((id) => !old.includes(id)),
  ])
  await keepDefaults(tx, row.isDefault === 1 && before?.isDefault !== 1 ? row.id : 0)
}

export const warehouseServed = standardHandlers(
  warehouse,
  { ...warehouseCalls, status: undefined },
  {
    chosen: 'enabled',
    list: (_who, { city }) => {
      const place = regionIs(warehouse.name, city)
      return place === null ? {} : { where: [place] }
    },
    figures: warehouseFigures,
    joined: true,
    prepare,
    saved,
    usedText: ({ place }) => `该仓库已有${place}，不能删除`,
    async deleting(tx, row) {
      for (const table of ['section', 'wareHouseConfig', 'wmsProduct'])
        await sql`update ${sql.table(table)} set "isDel" = 1 where "warehouseId" = ${row.id}`.execute(tx)
      touch(tx, section.name)
    },
  },
)

/** A default that is disabled gives way to another one. */
export const warehouseStatus = change(warehouseCalls.status, async (tx, _who, { id, status }) => {
  const row = await lockRow(tx, warehouse, id)
  if (row.status === status) return
  if (status === 0) await refuseInUse(tx, id)
  else await checkSap(tx, { ...row, status })
  await updateRow(tx, warehouse, row, { status })
  await keepDefaults(tx)
})
