import { sql } from 'kysely'
import type { Db, Tx } from '#kit/server/database.ts'
import {
  type ImportAsk,
  type ImportDefinition,
  type ImportRow,
  NOTHING_TICKED,
  type RowError,
} from '#kit/server/fileTask.ts'
import { REPEAT } from '#kit/server/importRepeat.ts'
import type { Who } from '#kit/server/who.ts'
import { barcodeCheckDigitFits } from '#kit/shared/text.ts'
import { IMPORT } from '../product/product.calls.ts'
import { createProducts } from '../product/productCreate.server.ts'
import type { NewProduct } from '../product/productValues.server.ts'
import { refusedRows, type SheetChange, SOURCE, writeChanges } from './changes.server.ts'
import { productColumns } from './columns.ts'
import { PRODUCT_CENTRE, productRows, REPOSITORY } from './exported.server.ts'
import { changeForm, newForm, type ProductRowCells } from './forms.ts'
import { REMOVE } from './keepSpecs.ts'
import { completed, type Lookups, lookUp, readLookups } from './lookups.server.ts'
import { repeatsOf } from './repeats.server.ts'
import { grouped, productKey, productRow, seenBefore } from './sheet.ts'
import { type StoredProduct, storedSpecs } from './stored.server.ts'

/** What was read for an import, by its memory. */
const lookups = new WeakMap<Map<string, unknown>, Lookups>()

async function lookupsOf(db: Db, memory: Map<string, unknown>): Promise<Lookups> {
  const read = lookups.get(memory) ?? (await readLookups(db))
  lookups.set(memory, read)
  return read
}

/** The living products the rows name, by key. */
function storedOf(db: Db, rows: readonly ProductRowCells[]): Promise<Map<string, StoredProduct>> {
  const numbers = lowerOf(rows, ({ cells }) => cells.sourceNo)
  const codes = lowerOf(rows, ({ cells }) => cells.productCode)
  return storedSpecs(db, numbers, codes)
}

/** The product a row changes by its two names, none for a new one; or why they cannot both be meant. */
function named(
  stored: ReadonlyMap<string, StoredProduct>,
  { rowNo, cells }: ProductRowCells,
): StoredProduct | undefined | RowError {
  const { sourceNo, productCode } = cells
  const byNo = sourceNo === '' ? undefined : stored.get(`no ${sourceNo.toLowerCase()}`)
  const byCode = productCode === '' ? undefined : stored.get(`code ${productCode.toLowerCase()}`)
  const old = byNo ?? byCode
  const isOther =
    byCode !== undefined &&
    (byNo === undefined ? sourceNo !== '' && byCode.sourceNo !== '' : byNo.id !== byCode.id)
  if (!isOther) return old
  const holder = byCode.sourceNo === '' ? '另一个商品' : `外部编号为“${byCode.sourceNo}”的商品`
  return {
    rowNo,
    column: '商品编码',
    message: `商品编码“${byCode.productCode}”属于${holder}，与本行外部编号不一致`,
  }
}

/** The texts of rows in lower case, each once; blank ones are left out. */
export function lowerOf<R>(rows: readonly R[], textOf: (row: R) => string): string[] {
  return [...new Set(rows.map((row) => textOf(row).toLowerCase()))].filter((text) => text !== '')
}

/** Codes and barcodes that belong to other products already, or stand twice in the sheet. */
async function codeErrors(
  db: Db,
  rows: readonly (ProductRowCells & { productId: number | null })[],
  memory: Map<string, unknown>,
): Promise<RowError[]> {
  const errors: RowError[] = []
  const codes = await ownersOfCodes(
    db,
    lowerOf(rows, ({ cells }) => cells.skuCode),
  )
  const bars = await ownersOfBarcodes(
    db,
    [...new Set(rows.map(({ cells }) => cells.barCode))].filter((code) => code !== ''),
  )
  for (const { rowNo, cells, productId } of rows) {
    const fail = (column: string, message: string): void => void errors.push({ rowNo, column, message })
    if (cells.skuCode !== '') {
      const owner = codes.get(cells.skuCode.toLowerCase())
      if (seenBefore(memory, 'sku', cells.skuCode)) fail('规格编码', '规格编码在文件中重复')
      else if (owner !== undefined && owner !== productId) fail('规格编码', '规格编码已存在')
    }
    if (cells.barCode !== '') {
      const owner = bars.get(cells.barCode)
      if (!barcodeCheckDigitFits(cells.barCode)) fail('条码', '商品条码校验位不正确')
      else if (seenBefore(memory, 'bar', cells.barCode)) fail('条码', '条码在文件中重复')
      else if (owner !== undefined && owner.id !== productId)
        fail('条码', `该条码已被商品${owner.productCode}使用`)
    }
  }
  return errors
}

/** The products that hold these sku codes, given in lower case. */
async function ownersOfCodes(db: Db, codes: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (codes.length === 0) return new Map()
  const { rows } = await sql<{ code: string; productId: number }>`
    select lower("skuCode") as "code", "productId" from "sku"
    where lower("skuCode") = any(${sql.val([...codes])}::text[]) and "isDel" = 0 and "skuCode" <> ''`.execute(
    db,
  )
  return new Map(rows.map((row) => [row.code, row.productId]))
}

async function ownersOfBarcodes(db: Db, codes: readonly string[]) {
  const rows = await db
    .selectFrom('productBarcode')
    .innerJoin('product', 'product.id', 'productBarcode.productId')
    .select(['productBarcode.barCode', 'product.id', 'product.productCode'])
    .where(sql<boolean>`"productBarcode"."barCode" = any(${sql.val([...codes])}::text[])`)
    .execute()
  return new Map(rows.map((row) => [row.barCode, row]))
}

async function check(
  db: Db,
  _who: Who,
  raw: readonly ImportRow[],
  memory: Map<string, unknown>,
  ask: ImportAsk = NOTHING_TICKED,
): Promise<RowError[]> {
  const at = await lookupsOf(db, memory)
  const rows = raw.map(productRow)
  const stored = await storedOf(db, rows)
  const errors: RowError[] = []
  const withIds: (ProductRowCells & { productId: number | null })[] = []
  const fresh: { rowNo: number; form: NewProduct }[] = []
  for (const group of grouped(rows, productKey)) {
    const [head] = group.rows
    if (head === undefined) continue
    const old = named(stored, head)
    if (old !== undefined && 'message' in old) {
      errors.push(old)
      continue
    }
    for (const row of group.rows) withIds.push({ ...row, productId: old?.id ?? null })
    if (seenBefore(memory, 'product', group.key)) {
      errors.push({ rowNo: head.rowNo, column: '', message: '同一商品的各行须相邻' })
      continue
    }
    const { found, errors: unknown } = lookUp(at, head)
    // What was looked up in vain is missing in the form, too: of one cell the first reason is enough.
    const told = new Set(unknown.map(({ rowNo, column }) => `${rowNo} ${column}`))
    errors.push(...unknown)
    const fail = (faults: readonly RowError[]): void =>
      void errors.push(...faults.filter(({ rowNo, column }) => !told.has(`${rowNo} ${column}`)))
    if (old === undefined) {
      const made = newForm(group.rows, completed(at, head, found))
      if ('errors' in made) fail(made.errors)
      else if (unknown.length === 0 && isCodeless(head)) fresh.push({ rowNo: head.rowNo, form: made.form })
    } else {
      const made = changeForm(group.rows, found, old, ask)
      if ('errors' in made) fail(made.errors)
    }
  }
  return [...errors, ...(await codeErrors(db, withIds, memory)), ...(await repeatsOf(db, fresh, ask))]
}

/** A row that names neither a number nor a code: only its content tells whether the product is there. */
const isCodeless = ({ cells }: ProductRowCells): boolean => cells.sourceNo === '' && cells.productCode === ''

/** Import of products, new ones and changes of those that exist. */
export const productImport: ImportDefinition = {
  kind: 'import',
  bizType: 'product',
  title: '商品',
  permission: IMPORT,
  mode: 'whole',
  batchSize: 500,
  columns: productColumns,
  notes: [
    '多规格商品每个规格一行，同一商品的行须相邻，商品资料以第一行为准。',
    '外部编号或商品编码已存在时更新该商品，留空的单元格不修改；否则新增为草稿，提交审核后上架。',
    '已有商品的规格不在表中时保持不变；勾选“移除表中没有的规格”才会移除。',
    '先校验全部数据，有错误时不写入任何一行；可下载错误文件修改后重新上传，或勾选“不导入错误行”。',
  ],
  ticks: { remove: REMOVE, repeat: REPEAT },
  source: REPOSITORY,
  otherSources: { store: PRODUCT_CENTRE },
  stored: productRows,
  groupBy: (row) => productKey(productRow(row)),
  check,
  async write(tx: Tx, who, raw, memory, ask = NOTHING_TICKED) {
    const at = await lookupsOf(tx, memory)
    const rows = raw.map(productRow)
    const stored = await storedOf(tx, rows)
    const errors: RowError[] = []
    const fresh: { rows: readonly ProductRowCells[]; form: NewProduct }[] = []
    const changes: SheetChange[] = []
    for (const group of grouped(rows, productKey)) {
      const [head] = group.rows
      if (head === undefined) continue
      const { found, errors: unknown } = lookUp(at, head)
      const old = named(stored, head)
      errors.push(...unknown)
      if (old !== undefined && 'message' in old) errors.push(old)
      if (unknown.length > 0 || (old !== undefined && 'message' in old)) continue
      if (old === undefined) {
        const made = newForm(group.rows, completed(at, head, found))
        if ('errors' in made) errors.push(...made.errors)
        else fresh.push({ rows: group.rows, form: made.form })
      } else {
        const made = changeForm(group.rows, found, old, ask)
        if ('errors' in made) errors.push(...made.errors)
        else changes.push({ rows: made.lineRows, id: old.id, form: made.form })
      }
    }
    const { refused } = await createProducts(
      tx,
      who,
      fresh.map((one) => one.form),
      SOURCE,
    )
    for (const [index, error] of refused) errors.push(...refusedRows(fresh[index]?.rows ?? [], error))
    return [...errors, ...(await writeChanges(tx, who, changes))]
  },
}
