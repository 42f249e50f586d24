import { sql } from 'kysely'
import type { Db, Tx } from '#kit/server/database.ts'
import { namesOf } from '#kit/server/refs.ts'
import { rowScope } from '#kit/server/scope.ts'
import { actorOf } from '#kit/server/transaction.ts'
import type { Who } from '#kit/server/who.ts'
import { refuse } from '#kit/shared/errors.ts'
import { daysUntil, formatDate, today } from '#kit/shared/time.ts'
import { section } from '../place/section.entity.ts'
import { warehouseTerms } from '../place/terms.server.ts'
import { warehouse } from '../place/warehouse.entity.ts'
import { STATUS } from './transfer.entity.ts'
import type { Transfer } from './transfer.rules.ts'

type Sides = Pick<Transfer, 'outWarehouseId' | 'inWarehouseId'>

/** At which warehouses a person works. */
export async function worksIn(db: Db, who: Who): Promise<(warehouseId: number) => boolean> {
  const scope = await rowScope(db, who, warehouse)
  return (id) => scope === null || scope.some((parts) => parts.every((part) => part.ids.includes(id)))
}

/** Whether the person works at a warehouse. */
export const worksAt = async (tx: Tx, warehouseId: number): Promise<boolean> =>
  (await worksIn(tx, actorOf(tx)))(warehouseId)

/** Who writes a transfer works at one of its warehouses at least: they send, or ask to be sent. Warehouse §14. */
export async function checkSides(tx: Tx, { outWarehouseId, inWarehouseId }: Sides): Promise<void> {
  if ((await worksAt(tx, outWarehouseId)) || (await worksAt(tx, inWarehouseId))) return
  throw refuse('调出仓和调入仓至少有一个须是您负责的仓库', 'outWarehouseId')
}

/** Whether approval ships and receives at once: both warehouses stand in one city, and the source says so. Warehouse §4.7. */
export async function isOneStep(db: Db, { outWarehouseId, inWarehouseId }: Sides): Promise<boolean> {
  const terms = await warehouseTerms(db, [outWarehouseId, inWarehouseId])
  const [from, to] = [terms.get(outWarehouseId), terms.get(inWarehouseId)]
  return from?.config.oneStep === 1 && from.cityId !== null && from.cityId === to?.cityId
}

/** The first section where a warehouse stores goods. 422 when it has none. */
export async function firstStore(db: Db, warehouseId: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select "id" from "section" s where "warehouseId" = ${warehouseId} and "type" = 1 and "status" = 1 and "isDel" = 0
      and not exists (select from "section" b where b."pid" = s."id" and b."isDel" = 0)
    order by "id" limit 1`.execute(db)
  const [first] = rows
  if (first === undefined) throw refuse('调入仓没有存储区，不能一步调拨', 'inWarehouseId')
  return first.id
}

/** What the sections of its lines are called, also those of a warehouse where the person does not work. */
export async function withSections<R extends Pick<Transfer, 'lines'>>(db: Db, rows: readonly R[]) {
  const ids = rows.flatMap(({ lines }) =>
    lines.flatMap(({ sectionId, inSectionId }) => [sectionId, inSectionId]),
  )
  const names = await namesOf(db, section.name, ids)
  const nameOf = (id: number | null): string => names.get(id ?? 0) ?? ''
  return rows.map((row) => ({
    ...row,
    lines: row.lines.map((line) => ({
      ...line,
      ...{ sectionName: nameOf(line.sectionId), inSectionName: nameOf(line.inSectionId) },
    })),
  }))
}

type OnWay = Partial<Pick<Transfer, 'outWarehouseId' | 'shipTime' | 'status'>>

/** How many days goods have been on their way, and whether that is long for their source warehouse. Warehouse §4.3, §4.7. */
export async function withDays<R extends OnWay>(db: Db, rows: readonly R[]) {
  const isOnWay = ({ status }: OnWay) => status === STATUS.onWay || status === STATUS.partly
  const terms = await warehouseTerms(
    db,
    rows.filter(isOnWay).flatMap((row) => row.outWarehouseId ?? []),
  )
  return rows.map((row) => {
    const { shipTime, outWarehouseId = 0 } = row
    if (!isOnWay(row) || shipTime == null) return { ...row, wayDays: null, late: 0 }
    const wayDays = daysUntil(today(), formatDate(shipTime.getTime() / 1000))
    const most = terms.get(outWarehouseId)?.config.inTransitWarnDays ?? 0
    return { ...row, wayDays, late: wayDays > most ? 1 : 0 }
  })
}
