import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { type Db, jsonText, type Tx } from '#kit/server/database.ts'
import { foreignIds } from '#kit/server/refs.ts'
import { actorOf } from '#kit/server/transaction.ts'
import type { Entity } from '#kit/shared/entity.ts'
import { type FieldError, refuse } from '#kit/shared/errors.ts'
import { BY_INTERFACE, type SapSource } from './sapSource.ts'

/** How a record came, with what was sent. */
export interface Arrival {
  source: SapSource
  batchNo?: string
  remark?: string
  /** what was sent, as it came; nothing was by hand */
  raw?: unknown
}

interface Material {
  readonly sapCode: string
  readonly charg: string
}

/** A digest of what was told; lines in another order are the same. */
export function digestOf(lines: readonly unknown[], ...head: readonly unknown[]): string {
  const parts = [
    ...head.map((one) => JSON.stringify(one)),
    ...lines.map((line) => JSON.stringify(line)).toSorted(),
  ]
  return createHash('sha256').update(parts.join()).digest('hex')
}

/** Which product a material number names, in lower case: SAP's number stands on the product. */
export async function productsOf(
  db: Db,
  lines: readonly { readonly sapCode: string }[],
): Promise<Map<string, number>> {
  const codes = [...new Set(lines.map((one) => one.sapCode.toLowerCase()))]
  const { rows } = await sql<{ id: number; sapCode: string }>`
    select "id", lower("sapCode") as "sapCode" from "product" where "isDel" = 0 and "sapCode" <> ''
      and lower("sapCode") = any(${sql.val(codes)}::text[])`.execute(db)
  return new Map(rows.map((row) => [row.sapCode, row.id]))
}

/** What people call products today. */
export async function productNames(db: Db, ids: Iterable<number>): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; name: string }>`
    select "id", "storeName" as "name" from "product" where "id" = any(${sql.val([...ids])}::int[])`.execute(
    db,
  )
  return new Map(rows.map((row) => [row.id, row.name]))
}

/** Lines whose material is unknown, and those that come twice (`keyOf`), all told. Warehouse §12. */
export function materialFaults<L extends Material>(
  lines: readonly L[],
  known: ReadonlyMap<string, number>,
  twice?: { keyOf(line: L): string; text(line: L): string; field: string },
): FieldError[] {
  const seen = new Set<string>()
  return lines.flatMap((line, at): FieldError[] => {
    const { sapCode } = line
    if (!known.has(sapCode.toLowerCase()))
      return [{ field: `lines.${at}.sapCode`, message: `第${at + 1}行：物料 ${sapCode} 未映射` }]
    if (twice === undefined) return []
    const key = twice.keyOf(line).toLowerCase()
    const isTwice = seen.has(key)
    seen.add(key)
    return isTwice
      ? [{ field: `lines.${at}.${twice.field}`, message: `第${at + 1}行：${twice.text(line)}` }]
      : []
  })
}

interface SapPlace {
  readonly sapPlant: string
  readonly sapStorageLocation: string
}

/** The warehouse of a plant and storage location; null: none has them. */
export async function warehouseAt(
  db: Db,
  { sapPlant, sapStorageLocation }: SapPlace,
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select "id" from "warehouse" where "isDel" = 0 and "status" = 1 and lower("sapPlant") = lower(${sapPlant})
      and lower("sapStorageLocation") = lower(${sapStorageLocation}) order by "id" limit 1`.execute(db)
  return rows[0]?.id ?? null
}

/** The same for what a person writes or a sheet brings: of their own warehouses. 422 at the plant. */
export async function placeOf(tx: Tx, place: SapPlace, source: SapSource): Promise<number | null> {
  const id = await warehouseAt(tx, place)
  if (id === null || source === BY_INTERFACE) return id
  const foreign = await foreignIds(tx, actorOf(tx), 'warehouse', [id])
  if (foreign.has(id)) throw refuse('该工厂和库存地点的仓库不在您的数据范围内', 'sapPlant')
  return id
}

/** Keeps what was sent beside what was understood. Frame §8. */
export async function keepRaw(tx: Tx, of: Entity, id: number, raw: unknown): Promise<void> {
  if (raw === undefined) return
  await sql`update ${sql.table(of.name)} set "rawPayload" = ${jsonText(raw)}::jsonb where "id" = ${id}`.execute(
    tx,
  )
}

/** What was sent; null where a person wrote it. */
export async function rawOf(db: Db, of: Entity, id: number): Promise<unknown> {
  const { rows } = await sql<{ rawPayload: unknown }>`
    select "rawPayload" from ${sql.table(of.name)} where "id" = ${id}`.execute(db)
  return rows[0]?.rawPayload ?? null
}

/** One after the other: two messages of one key at once. */
export async function lockKey(tx: Tx, of: Entity, key: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('sap document'), hashtext(${`${of.name} ${key.toLowerCase()}`}))`.execute(
    tx,
  )
}
