import { sql } from 'kysely'
import { jsonText, type Tx } from '#kit/server/database.ts'
import { cellOf } from '#kit/server/exportEntity.ts'
import { fieldsOf } from '#kit/server/log.ts'
import { referenceTo } from '#kit/server/refs.ts'
import { actorOf, type Change, touch } from '#kit/server/transaction.ts'
import { shorten } from '#kit/shared/characters.ts'
import type { Entity } from '#kit/shared/entity.ts'
import { formatMoney } from '#kit/shared/money.ts'
import { type EditItem, isEditItem, isSkuItem, itemText } from '../shelf/editItems.ts'
import { product } from './product.entity.ts'
import { sku } from './sku.entity.ts'

/** One changed field as a person reads it. */
export interface ShownField {
  field: string
  label: string
  before: string
  after: string
  /** what a 商品资料修改 needs to take the change back */
  was?: { item: EditItem; skuId: number | null; text: string }
}

// Derived from other fields, or told by the action itself.
const SILENT = new Set([
  'skuSearch',
  'submitTime',
  'auditTime',
  'submitBy',
  'auditBy',
  'createBy',
  'updateBy',
])
const MOST_FIELDS = 200
const LONGEST = 2000
const LONGEST_KEPT = 20_000

/** The changed fields of rows with their labels, values as shown: names for references, labels for choices. */
async function shownFields(tx: Tx, of: Entity, changes: readonly Change[]): Promise<ShownField[]> {
  const shown: ShownField[] = []
  for (const change of changes) {
    for (const { field, label, before, after } of fieldsOf(tx, change)) {
      if (SILENT.has(field) || shown.length >= MOST_FIELDS) continue
      const place = of === sku ? `规格“${change.title}” ${label}` : label
      const was = await textOf(tx, of, field, before)
      const is = await textOf(tx, of, field, after)
      // A value that was not there and a blank one read the same.
      if (was === is) continue
      const back = change.before === null ? undefined : wayBack(of, change.id, field, before)
      shown.push({
        field,
        label: place,
        before: was,
        after: is,
        ...(back === undefined ? {} : { was: back }),
      })
    }
  }
  return shown
}

function wayBack(of: Entity, id: number, field: string, before: unknown): ShownField['was'] {
  if (!isEditItem(field) || isSkuItem(field) !== (of === sku)) return undefined
  const text = itemText(field, before)
  return text.length > LONGEST_KEPT ? undefined : { item: field, skuId: of === sku ? id : null, text }
}

async function textOf(tx: Tx, of: Entity, name: string, value: unknown): Promise<string> {
  const field = of.all[name]
  if (value === null || value === undefined || field === undefined) return ''
  if (field.type === 'money' && typeof value === 'number') return formatMoney(value)
  const ids = (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'number')
  const reference = field.ref === undefined || ids.length === 0 ? undefined : referenceTo(tx, field.ref)
  const cell = cellOf(field, value, reference === undefined ? undefined : await reference.labels(tx, ids))
  const text = typeof cell === 'object' ? JSON.stringify(cell) : String(cell)
  return shorten(text, LONGEST)
}

/** What changed of a product, for its history. */
interface LoggedProduct {
  productId: number
  product?: readonly Change[]
  skus?: readonly Change[]
}

/** The one helper that writes the history of a product: who did what from where, and the fields before and after. */
export async function logProduct(
  tx: Tx,
  productId: number,
  action: string,
  { source, ...changes }: { source?: string } & Omit<LoggedProduct, 'productId'> = {},
): Promise<void> {
  await logChanges(tx, [{ productId, ...changes }], action, source)
}

/** The same for many products, each with what changed of it. */
export async function logChanges(
  tx: Tx,
  list: readonly LoggedProduct[],
  action: string,
  source?: string,
): Promise<void> {
  const told: { productId: number; fields: ShownField[] }[] = []
  for (const { productId, product: own = [], skus = [] } of list) {
    const fields = [...(await shownFields(tx, product, own)), ...(await shownFields(tx, sku, skus))]
    told.push({ productId, fields: fields.slice(0, MOST_FIELDS) })
  }
  await writeLog(tx, told, action, source)
}

/** The same for many products of which there is the same to say. */
export async function logProducts(
  tx: Tx,
  productIds: readonly number[],
  action: string,
  source?: string,
): Promise<void> {
  await writeLog(
    tx,
    productIds.map((productId) => ({ productId, fields: [] })),
    action,
    source,
  )
}

async function writeLog(
  tx: Tx,
  told: readonly { productId: number; fields: readonly ShownField[] }[],
  action: string,
  source = '手工',
): Promise<void> {
  const who = actorOf(tx)
  await sql`insert into "productOperateLog" ("productId", "action", "source", "fields", "adminId", "adminName")
    select "productId", ${action}, ${source}, "fields", ${who.adminId === 0 ? null : who.adminId}::int, ${who.realName}
    from jsonb_to_recordset(${jsonText(told)}::jsonb) as v ("productId" int, "fields" jsonb)`.execute(tx)
  touch(tx, 'productOperateLog')
}

/** The history's fields out of the database. */
export function fieldsOfLog(value: unknown): ShownField[] {
  return Array.isArray(value) ? value : []
}
