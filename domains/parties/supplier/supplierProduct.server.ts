import { sql } from 'kysely'
import type { Db, Tx } from '#kit/server/database.ts'
import { type Saving, saveRows } from '#kit/server/manyRows.ts'
import { referenceErrors } from '#kit/server/rowReferences.ts'
import { deleteRow, insertRows, lockRow, updateRow } from '#kit/server/rows.ts'
import { refuseFields } from '#kit/shared/errors.ts'
import { movedDay, today } from '#kit/shared/time.ts'
import { productLine } from './supplier.document.ts'
import { supplierProduct } from './supplier.entity.ts'
import { changesOf, type Line, lineErrors, type StoredLine } from './supplierProduct.rules.ts'

/** Refuses lines that cannot stand beside each other, and goods or units that are not there, each at its cell. */
export async function checkLines(tx: Tx, lines: readonly Line[]): Promise<void> {
  const found = await referenceErrors(tx, productLine, lines)
  const errors = found.flatMap((one, index) =>
    one.map(({ field, message }) => ({ field: `products.${index}.${field}`, message })),
  )
  errors.push(...lineErrors(lines))
  if (errors.length > 0) throw refuseFields(errors)
}

/** The lines of suppliers that have not ended, as the form shows them. */
export async function openLines(db: Db, supplierIds: readonly number[], day = today()) {
  if (supplierIds.length === 0) return []
  return db
    .selectFrom('supplierProduct')
    .selectAll()
    .where('supplierId', 'in', [...supplierIds])
    .where('isDel', '=', 0)
    .where((where) => where.or([where('endDate', 'is', null), where('endDate', '>=', day)]))
    .orderBy('skuId')
    .orderBy('startDate')
    .orderBy('id')
    .execute()
}

/** Writes the lines of a supplier's form; the supplier is locked. */
export async function writeLines(tx: Tx, supplierId: number, lines: readonly Line[]): Promise<void> {
  const day = today()
  const changes = changesOf(await openLines(tx, [supplierId], day), lines, day)
  // Ended lines give the mark away before another one takes it.
  const ordered = [...changes.update].sort((one, other) => one.isDefault - other.isDefault)
  for (const id of changes.remove)
    await deleteRow(tx, supplierProduct, await lockRow(tx, supplierProduct, id, { anyScope: true }))
  await takeDefault(tx, [...changes.insert, ...changes.update])
  for (const line of ordered) await rewrite(tx, line)
  // Not insertRow: the supplier itself may be a draft, which nobody can choose; the rest has been checked.
  await insertRows(
    tx,
    supplierProduct,
    changes.insert.map(({ id: _id, ...line }) => ({ ...line, supplierId })),
  )
}

async function rewrite(tx: Tx, { id, ...line }: StoredLine): Promise<void> {
  const before = await lockRow(tx, supplierProduct, id, { anyScope: true })
  const isSame = Object.entries(line).every(([name, value]) => Reflect.get(before, name) === value)
  if (!isSame) await updateRow(tx, supplierProduct, before, line)
}

/** Takes the mark 默认 of the skus from whoever has it, for the lines that are to have it now. */
async function takeDefault(
  tx: Tx,
  lines: readonly Pick<Line, 'id' | 'skuId' | 'isDefault'>[],
): Promise<void> {
  const wanted = lines.filter((line) => line.isDefault === 1)
  if (wanted.length === 0) return
  // Two suppliers made the usual one at the same moment would meet at the unique index.
  await sql`select pg_advisory_xact_lock(hashtext('supplierProduct.default'))`.execute(tx)
  const holders = await tx
    .selectFrom('supplierProduct')
    .select(['id', 'skuId'])
    .where(
      'skuId',
      'in',
      wanted.map((line) => line.skuId),
    )
    .where('isDefault', '=', 1)
    .where('isDel', '=', 0)
    .orderBy('id')
    .execute()
  for (const { id, skuId } of holders) {
    if (wanted.some((line) => line.id === id && line.skuId === skuId)) continue
    await updateRow(tx, supplierProduct, await lockRow(tx, supplierProduct, id, { anyScope: true }), {
      isDefault: 0,
    })
  }
}

/**
 * Puts lines of an import in place of what they overlap: the older ones end the day before. No two of the lines are of one
 * supplier and sku.
 */
export async function makeRoom(
  tx: Tx,
  lines: readonly (Pick<Line, 'skuId' | 'startDate' | 'endDate' | 'isDefault'> & { supplierId: number })[],
): Promise<void> {
  const byPair = new Map(lines.map((line) => [`${line.supplierId} ${line.skuId}`, line]))
  const others = await tx
    .selectFrom('supplierProduct')
    .selectAll()
    .where(
      sql<boolean>`("supplierId", "skuId") in (select * from unnest(
        ${sql.val(lines.map((line) => line.supplierId))}::int[], ${sql.val(lines.map((line) => line.skuId))}::int[]))`,
    )
    .where('isDraft', '=', 0)
    .where('isDel', '=', 0)
    .orderBy('id')
    .forUpdate()
    .execute()
  const ended: Saving<typeof supplierProduct>[] = []
  for (const other of others) {
    const line = byPair.get(`${other.supplierId} ${other.skuId}`)
    if (line === undefined || (other.endDate !== null && other.endDate < line.startDate)) continue
    if (line.endDate !== null && other.startDate > line.endDate) continue
    if (other.startDate < line.startDate)
      ended.push({ before: other, values: { endDate: movedDay(line.startDate, -1), isDefault: 0 } })
    else await deleteRow(tx, supplierProduct, other)
  }
  await saveRows(tx, supplierProduct, ended)
  await takeDefault(
    tx,
    lines.map((line) => ({ id: null, ...line })),
  )
}

/**
 * Proposes supply prices, e.g. those of a contract: drafts that count when a person takes the mark away. The same
 * source again replaces what it proposed. Doors §4.
 */
export async function draftSupplierPrices(
  tx: Tx,
  supplierId: number,
  lines: readonly { skuId: number; price: number }[],
  source: { type: string; id: number },
): Promise<void> {
  const old = await tx
    .selectFrom('supplierProduct')
    .selectAll()
    .where('sourceType', '=', source.type)
    .where('sourceId', '=', source.id)
    .where('isDraft', '=', 1)
    .where('isDel', '=', 0)
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const row of old) await deleteRow(tx, supplierProduct, row)
  await insertRows(
    tx,
    supplierProduct,
    lines.map(({ skuId, price }) => ({
      supplierId,
      skuId,
      supplyPrice: price,
      startDate: today(),
      isDraft: 1 as const,
      sourceType: source.type,
      sourceId: source.id,
    })),
  )
}
