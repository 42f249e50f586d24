import { sql } from 'kysely'
import { text } from '#kit/fields/shared.ts'
import type { Db, Tx } from '#kit/server/database.ts'
import {
  type ImportAsk,
  type ImportColumn,
  type ImportDefinition,
  type ImportRow,
  listOf,
  NOTHING_TICKED,
  type RowError,
} from '#kit/server/fileTask.ts'
import { rowsInOrder } from '#kit/server/importCells.ts'
import { meaningsOf } from '#kit/server/importNames.ts'
import { saveRows } from '#kit/server/manyRows.ts'
import { wordsFor } from '#kit/server/refs.ts'
import { lockRows } from '#kit/server/rows.ts'
import type { Who } from '#kit/server/who.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { AppError, refuse } from '#kit/shared/errors.ts'
import { product } from '../../product/product.entity.ts'
import { lowerOf } from '../../productImport/productImport.server.ts'
import { productsNamed } from '../../productImport/stored.server.ts'
import { keptOf, scopesNamed, scopeWords } from '../scope.server.ts'
import { productQuota } from './productQuota.entity.ts'
import { QUOTA_IMPORT, quotaCalls } from './quota.calls.ts'
import { SCOPE_ENTITY } from './quota.rules.ts'
import { checkedQuota } from './quota.server.ts'

type Quota = EntityRow<typeof productQuota>

/** What all lines of one quota say alike; the name and the start tell which quota is meant. */
const HEAD = ['channelIds', 'limitType', 'minQty', 'maxQty', 'endTime', 'scopeType', 'scopeNames'] as const

type Cells = Partial<Quota> & { code: string; scopeNames?: string }

interface Line {
  rowNo: number
  cells: Cells
}

const linesOf = (rows: readonly ImportRow[]): Line[] =>
  rows.map(({ rowNo, values }) => ({ rowNo, cells: { code: '', ...values } }))

const keyOf = ({ quotaName = '', startTime }: Pick<Cells, 'quotaName' | 'startTime'>): string =>
  `${startTime?.getTime() ?? ''} ${quotaName}`

const columnOf = (name: keyof typeof productQuota.shape, example?: string, note?: string): ImportColumn => ({
  name,
  title: productQuota.shape[name].label,
  field: productQuota.shape[name],
  ...(example === undefined ? {} : { example }),
  ...(note === undefined ? {} : { note }),
})

const columns: readonly ImportColumn[] = [
  columnOf('quotaName', '酸奶每日限购'),
  {
    name: 'code',
    title: '商品编码',
    aliases: ['规格编码'],
    field: text('商品编码', { max: 40, required: true }),
    example: 'P00000001',
    note: '商品编码表示该商品的全部规格，规格编码只表示该规格',
  },
  columnOf('channelIds', '商城', '多个用顿号分隔'),
  columnOf('limitType', '每日'),
  columnOf('minQty', '0'),
  columnOf('maxQty', '10'),
  columnOf('startTime', '2027-01-01 00:00'),
  columnOf('endTime', '2027-12-31 23:59'),
  columnOf('scopeType', '全部'),
  {
    name: 'scopeNames',
    title: '指定对象',
    field: text('指定对象', { max: 2000 }),
    note: '填写名称或编码，多个用顿号分隔',
    requiredWhen: '对象不是全部时必填',
  },
]

interface Goods {
  products: ReadonlyMap<string, number>
  skus: ReadonlyMap<string, number>
}

/** The products and specifications that the codes of lines name, by the code in lower case. */
async function goodsOf(db: Db, who: Who, lines: readonly Line[]): Promise<Goods> {
  const codes = lowerOf(lines, ({ cells }) => cells.code)
  const products = await productsNamed(db, [], codes).select(['id', 'productCode']).execute()
  const skuNamed = await meaningsOf(db, who, 'sku', codes)
  return {
    products: new Map(products.map((one) => [one.productCode.toLowerCase(), one.id])),
    skus: new Map(codes.flatMap((code) => skuNamed(code).map((id) => [code, id] as const))),
  }
}

/** The quotas that people made under the names and starts of lines: null where several are called so. */
async function knownQuotas(db: Db, lines: readonly Line[]): Promise<Map<string, Quota | null>> {
  const rows = await db
    .selectFrom('productQuota')
    .selectAll()
    .where('isDel', '=', 0)
    .where('sourceKey', '=', '')
    .where(
      sql<boolean>`"quotaName" = any(${sql.val([...new Set(lines.map(({ cells }) => cells.quotaName ?? ''))])}::text[])`,
    )
    .execute()
  return new Map(
    [...Map.groupBy(rows, keyOf)].map(([key, [first, other]]) => [key, other ? null : (first ?? null)]),
  )
}

/** The errors of a refusal, each at its column. */
function refusals(rowNo: number, error: unknown): RowError[] {
  if (!(error instanceof AppError)) throw error
  const fields = Array.isArray(error.data) ? error.data : [{ field: '', message: error.message }]
  return fields.map(({ field, message }) => ({
    rowNo,
    column:
      columns.find((one) => one.name === field || (one.name === 'scopeNames' && field === 'scopeIds'))
        ?.title ?? '',
    message,
  }))
}

interface Ready {
  before: Quota | null
  values: Partial<Quota>
}

/** What the tick reads that lets an import remove goods of a quota. */
const REMOVE = '移除表中没有的商品'

type GoodsIds = Pick<Quota, 'productIds' | 'skuIds'>

/** The codes of the products and specifications of quotas, by their ids. */
async function codesOf(db: Db, who: Who, quotas: readonly GoodsIds[]) {
  const products = await rowsInOrder(db, product, [...new Set(quotas.flatMap((one) => one.productIds))])
  const skus = await wordsFor(db, who, 'sku', [...new Set(quotas.flatMap((one) => one.skuIds))])
  const codes = new Map(products.map((one) => [one.id, one.productCode]))
  return ({ productIds, skuIds }: GoodsIds): string[] => [
    ...productIds.flatMap((id) => codes.get(id) ?? []),
    ...skuIds.flatMap((id) => skus.get(id) ?? []),
  ]
}

/** The goods of a quota beside those of the sheet: what it does not name stays unless 移除 is ticked. Both are told. */
async function goodsBeside(
  db: Db,
  who: Who,
  rowNo: number,
  sheet: GoodsIds,
  before: Quota | null,
  ask: ImportAsk,
): Promise<GoodsIds> {
  if (before === null) return sheet
  const others = {
    productIds: before.productIds.filter((id) => !sheet.productIds.includes(id)),
    skuIds: before.skuIds.filter((id) => !sheet.skuIds.includes(id)),
  }
  if (others.productIds.length + others.skuIds.length === 0) return sheet
  const codes = (await codesOf(db, who, [others]))(others)
  const named = `${codes.slice(0, 5).join('、')}${codes.length > 5 ? `等${codes.length}个` : ''}`
  const isKept = !ask.ticked('remove')
  ask.tell({
    rowNo,
    column: '商品编码',
    message: isKept ? `商品${named}不在表中，保持不变` : `将移除商品${named}`,
  })
  return isKept
    ? {
        productIds: [...new Set([...before.productIds, ...sheet.productIds])],
        skuIds: [...new Set([...before.skuIds, ...sheet.skuIds])],
      }
    : sheet
}

type Scopes = ReadonlyMap<string, Awaited<ReturnType<typeof scopesNamed>>>

/** What the scopes of quotas name, by entity: looked up once for all of them. */
async function scopesOf(
  db: Db,
  who: Who,
  quotas: readonly { first: Line | undefined; before: Quota | null | undefined }[],
): Promise<Scopes> {
  const cells = new Map<string, string[]>()
  for (const { first, before } of quotas) {
    const scopeType = first?.cells.scopeType ?? before?.scopeType ?? 0
    if (scopeType === 0 || first?.cells.scopeNames === undefined) continue
    const entity = SCOPE_ENTITY[scopeType]
    cells.set(entity, [...(cells.get(entity) ?? []), first.cells.scopeNames])
  }
  const found = new Map<string, Awaited<ReturnType<typeof scopesNamed>>>()
  for (const [entity, names] of cells) found.set(entity, await scopesNamed(db, who, entity, names))
  return found
}

/** One quota out of its lines; refuses what is wrong with all of them. */
async function quotaOf(
  db: Db,
  who: Who,
  own: readonly Line[],
  { products, skus }: Goods,
  scopes: Scopes,
  before: Quota | null,
  ask: ImportAsk,
): Promise<Partial<Quota>> {
  const [first] = own
  if (first === undefined) return {}
  const { code: _code, scopeNames, ...head } = first.cells
  const scopeType = head.scopeType ?? before?.scopeType ?? 0
  const named =
    scopeType === 0 || scopeNames === undefined
      ? []
      : ((await scopes.get(SCOPE_ENTITY[scopeType])?.(scopeNames, keptOf(before, scopeType))) ?? null)
  const scopeIds = scopeType !== 0 && scopeNames === undefined ? before?.scopeIds : named
  if (scopeIds === null) throw refuse('指定对象不存在或不唯一', 'scopeIds')
  const codes = [...new Set(own.map(({ cells }) => cells.code.toLowerCase()))]
  const goods = {
    skuIds: codes.flatMap((one) => skus.get(one) ?? []),
    // What a specification is called wins over a product of the same code.
    productIds: codes.flatMap((one) => (skus.has(one) ? [] : (products.get(one) ?? []))),
  }
  const { productIds, skuIds } = await goodsBeside(db, who, own[0]?.rowNo ?? 0, goods, before, ask)
  const most = productQuota.shape.productIds.max ?? 0
  if (Math.max(productIds.length, skuIds.length) > most) throw refuse(`商品最多选择${most}个`, 'code')
  return checkedQuota(db, who, { ...head, scopeIds: scopeIds ?? [], productIds, skuIds }, before, named ?? [])
}

/** What is wrong with single lines of a quota. */
function lineErrors(own: readonly Line[], { products, skus }: Goods): RowError[] {
  const first = own[0]?.cells
  return own.flatMap(({ rowNo, cells }) => {
    const code = cells.code.toLowerCase()
    const isThere = skus.has(code) || products.has(code)
    const other = HEAD.find(
      (name) =>
        first !== undefined && name in cells && name in first && String(cells[name]) !== String(first[name]),
    )
    const title = columns.find((one) => one.name === other)?.title ?? ''
    return [
      ...(isThere ? [] : [{ rowNo, column: '商品编码', message: '商品编码不存在' }]),
      ...(other === undefined ? [] : [{ rowNo, column: title, message: `${title}与同一限额的首行不一致` }]),
    ]
  })
}

/** The quotas of a batch, and what is wrong with its lines. */
async function readQuotas(
  db: Db,
  who: Who,
  rows: readonly ImportRow[],
  memory: Map<string, unknown>,
  ask: ImportAsk,
): Promise<{ ready: Ready[]; errors: RowError[] }> {
  const lines = linesOf(rows)
  const [goods, known] = [await goodsOf(db, who, lines), await knownQuotas(db, lines)]
  const errors: RowError[] = []
  const ready: Ready[] = []
  const quotas = Map.groupBy(lines, ({ cells }) => keyOf(cells))
  const scopes = await scopesOf(
    db,
    who,
    [...quotas].map(([key, [first]]) => ({ first, before: known.get(key) })),
  )
  for (const [key, own] of quotas) {
    const rowNo = own[0]?.rowNo ?? 0
    const before = known.get(key)
    const wrong = lineErrors(own, goods)
    if (memory.has(key)) wrong.push({ rowNo, column: '限额名称', message: '同一限额的各行须相邻' })
    if (before === null) wrong.push({ rowNo, column: '限额名称', message: '限额名称不唯一' })
    memory.set(key, true)
    errors.push(...wrong)
    if (before === null) continue
    try {
      const values = await quotaOf(db, who, own, goods, scopes, before ?? null, ask)
      if (wrong.length === 0) ready.push({ before: before ?? null, values })
    } catch (error) {
      // What follows from a line that names nothing is told at that line.
      errors.push(...refusals(rowNo, error).filter(({ column }) => wrong.length === 0 || column !== ''))
    }
  }
  return { ready, errors }
}

async function write(
  tx: Tx,
  who: Who,
  rows: readonly ImportRow[],
  memory: Map<string, unknown>,
  ask: ImportAsk,
): Promise<RowError[]> {
  const { ready, errors } = await readQuotas(tx, who, rows, memory, ask)
  if (errors.length > 0) return errors
  const stored = await lockRows(
    tx,
    productQuota,
    ready.flatMap(({ before }) => before?.id ?? []),
  )
  await saveRows(
    tx,
    productQuota,
    ready.map(({ before, values }) => ({ before: stored.get(before?.id ?? 0) ?? null, values })),
  )
  return []
}

/** What the sheet says of quotas: a line for each of its products and specifications. */
async function linesFor(db: Db, who: Who, ids: readonly number[]): Promise<Record<string, unknown>[]> {
  const quotas = await rowsInOrder(db, productQuota, ids)
  const codesIn = await codesOf(db, who, quotas)
  const told = await Promise.all(
    quotas.map(async (quota) => {
      const entity = quota.scopeType === 0 ? undefined : SCOPE_ENTITY[quota.scopeType]
      const names = await scopeWords(db, who, entity, quota.scopeIds)
      return codesIn(quota).map((code) => ({ ...quota, scopeNames: names, code }))
    }),
  )
  return told.flat()
}

/** 商品限额 by 商品编码 or 规格编码: lines of one name and start are one quota. Catalog §3.5, §8.5. */
export const quotaImport: ImportDefinition = {
  kind: 'import',
  bizType: productQuota.name,
  title: `${productQuota.label}导入`,
  permission: QUOTA_IMPORT,
  mode: 'whole',
  columns,
  source: listOf(productQuota.name, quotaCalls.exportRows),
  stored: linesFor,
  groupBy: ({ values }) => keyOf(values),
  notes: [
    '限额名称与开始时间相同的相邻行为同一限额，其下全部商品合计计算',
    `同名且开始时间相同的限额已存在时按表更新；表中没有的商品保持不变，勾选“${REMOVE}”才会移除`,
  ],
  ticks: { remove: REMOVE },
  check: async (db, who, rows, memory, ask = NOTHING_TICKED) =>
    (await readQuotas(db, who, rows, memory, ask)).errors,
  write: (tx, who, rows, memory, ask = NOTHING_TICKED) => write(tx, who, rows, memory, ask),
}
