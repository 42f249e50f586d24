import { sql } from 'kysely'
import { carriedBy } from '#domains/warehouse/warehouse.door.ts'
import type { Tx } from '#kit/server/database.ts'
import { deleteRow, insertRow, lockRow, updateRow } from '#kit/server/rows.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { followDeliveries } from '../papers/follow.server.ts'
import { coverPage } from './coverPage.entity.ts'

type Cover = EntityRow<typeof coverPage>
type Carried = Pick<
  Cover,
  'carrySn' | 'kind' | 'sourceId' | 'warehouseId' | 'bizDate' | 'routeId' | 'truckCarId' | 'driverId'
>

async function coverOf(tx: Tx, carrySn: string): Promise<Cover | null> {
  const found = await tx
    .selectFrom('coverPage')
    .select('id')
    .where('carrySn', '=', carrySn)
    .where('isDel', '=', 0)
    .executeTakeFirst()
  return found === undefined ? null : lockRow(tx, coverPage, found.id, { anyScope: true })
}

/** The front sheet of what is carried says what it is now. Whoever calls has locked the trip or the note. Warehouse §5.6. */
export async function keepCover(tx: Tx, carried: Carried): Promise<void> {
  const own = await carriedBy(tx, carried.carrySn)
  await followDeliveries(
    tx,
    carried,
    own.map((one) => one.id),
  )
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as "count" from "attachSheet" where "carrySn" = ${carried.carrySn} and "isDel" = 0`.execute(
    tx,
  )
  const values = {
    ...carried,
    stopCount: new Set(own.map((one) => `${one.customer} ${one.address}`)).size,
    boxCount: own.reduce((sum, one) => sum + (one.boxCount ?? 0), 0),
    ...{ deliveryCount: own.length, sheetCount: rows[0]?.count ?? 0 },
  }
  const before = await coverOf(tx, carried.carrySn)
  if (before === null) await insertRow(tx, coverPage, values, { anyScope: true })
  else await updateRow(tx, coverPage, before, values, { anyField: true })
}

/** What is cancelled has no front sheet. */
export async function dropCover(tx: Tx, carrySn: string): Promise<void> {
  await followDeliveries(tx, { carrySn, driverId: null, bizDate: '' }, [])
  const row = await coverOf(tx, carrySn)
  if (row !== null) await deleteRow(tx, coverPage, row)
}

/** How many papers travel, after one was added or taken out. */
export async function countSheets(tx: Tx, carrySn: string): Promise<void> {
  const row = await coverOf(tx, carrySn)
  if (row === null) return
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as "count" from "attachSheet" where "carrySn" = ${carrySn} and "isDel" = 0`.execute(
    tx,
  )
  await updateRow(tx, coverPage, row, { sheetCount: rows[0]?.count ?? 0 }, { anyField: true })
}
