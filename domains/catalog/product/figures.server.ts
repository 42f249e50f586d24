import { sql } from 'kysely'
import type { Db, Tx } from '#kit/server/database.ts'
import { writeErrorLog } from '#kit/server/log.ts'
import type { JobDefinition } from '#kit/server/room.ts'
import { asSystem, touch } from '#kit/server/transaction.ts'
import { cachePrices, currentPrices } from './price.server.ts'
import { product } from './product.entity.ts'
import { figuresOf, homeChannel } from './product.rules.ts'
import type { ProductRow } from './productCheck.server.ts'
import { logProduct } from './productLog.server.ts'
import { shelfOfAll } from './shelf.states.ts'
import { sku } from './sku.entity.ts'
import { stockDoor } from './stock.server.ts'

const NAME = 'catalog.productFigures'
const PAGE = 1000
/** So many products the report names; the rest is counted. */
const NAMED = 20

const COLUMNS = [
  'id',
  'productCode',
  'channels',
  'auditStatus',
  'repoStatus',
  'isRecycle',
  'price',
  'otPrice',
  'cost',
  'stock',
  'platformStatus',
  'isShow',
] as const
type FigureRow = Pick<ProductRow, (typeof COLUMNS)[number]>

/** Where a product shows something else than what it follows from. */
interface Drift {
  row: FigureRow
  /** what the product should show, where it differs */
  figures: Partial<FigureRow>
  /** skus whose price in the home channel or whose stock is another one */
  skus: { id: number; price: number; otPrice: number; stock: number }[]
  /** channels it is on the shelf of, though it must not be; a person has to decide what is wrong */
  unfit: number[]
}

const rowsOf = (db: Db) => db.selectFrom('product').select(COLUMNS).where('isDel', '=', 0)

/** Compares products with invariants 2 and 3 of catalog §8.3; those that keep them are left out. */
async function driftsOf(db: Db, rows: readonly FigureRow[]): Promise<Drift[]> {
  if (rows.length === 0) return []
  const ids = rows.map((row) => row.id)
  const skus = await db
    .selectFrom('sku')
    .select(['id', 'productId', 'price', 'otPrice', 'cost', 'stock', 'isShow'])
    .where('productId', 'in', ids)
    .where('isDel', '=', 0)
    .orderBy('productId')
    .orderBy('sort')
    .orderBy('id')
    .execute()
  const channels = await db
    .selectFrom('productChannel')
    .select(['productId', 'channelId', 'platformStatus'])
    .where('productId', 'in', ids)
    .where('isDel', '=', 0)
    .execute()
  const skuIds = skus.map((one) => one.id)
  const stock = await stockDoor(db).onHand(db, skuIds)
  const ruling = await currentPrices(db, skuIds, [...new Set(channels.map((one) => one.channelId))])
  const prices = new Map(ruling.map((one) => [`${one.skuId}:${one.channelId}`, one]))
  const skusBy = Map.groupBy(skus, (one) => one.productId)
  const channelsBy = Map.groupBy(channels, (one) => one.productId)
  return rows.flatMap((row): Drift[] => {
    const home = homeChannel(row.channels)
    const stored = skusBy.get(row.id) ?? []
    const right = stored.map((one) => {
      const { price, otPrice } = prices.get(`${one.id}:${home}`) ?? one
      return { ...one, price, otPrice, stock: stock.get(one.id) ?? 0 }
    })
    const open = channelsBy.get(row.id) ?? []
    const platformStatus = shelfOfAll(open.map((one) => one.platformStatus))
    const isShow = platformStatus === 5 ? 1 : 0
    const figures = differing(row, { ...figuresOf(right), platformStatus, isShow })
    const wrong = right.filter((one, index) => Object.keys(differing(stored[index] ?? one, one)).length > 0)
    const fit = row.auditStatus === 1 && row.repoStatus === 1 && row.isRecycle === 0
    const salable = (channelId: number): boolean =>
      right.some((one) => one.isShow === 1 && (prices.get(`${one.id}:${channelId}`)?.price ?? 0) > 0)
    const unfit = open
      .filter((one) => one.platformStatus === 5 && !(fit && salable(one.channelId)))
      .map((one) => one.channelId)
    const isKept = Object.keys(figures).length === 0 && wrong.length === 0 && unfit.length === 0
    return isKept ? [] : [{ row, figures, skus: wrong, unfit }]
  })
}

function differing<R extends object>(stored: R, right: Partial<R>): Partial<R> {
  const wrong: Partial<R> = {}
  for (const name in right) if (stored[name] !== right[name]) wrong[name] = right[name]
  return wrong
}

/** Lets products and their skus show what is right; compared again under lock. */
async function repair(tx: Tx, ids: readonly number[]): Promise<void> {
  const rows = await rowsOf(tx)
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const { row, figures, skus } of await driftsOf(tx, rows)) {
    if (Object.keys(figures).length === 0 && skus.length === 0) continue
    await cachePrices(
      tx,
      skus.map(({ id, price, otPrice }) => ({ skuId: id, price, otPrice })),
    )
    await sql`update "sku" set "stock" = v."stock"
      from unnest(${sql.val(skus.map((one) => one.id))}::int[], ${sql.val(skus.map((one) => one.stock))}::numeric[])
        as v ("id", "stock")
      where "sku"."id" = v."id" and "sku"."stock" <> v."stock"`.execute(tx)
    if (Object.keys(figures).length > 0)
      await tx.updateTable('product').set(figures).where('id', '=', row.id).execute()
    const change = { type: product.name, id: row.id, title: row.productCode }
    await logProduct(tx, row.id, '校正数据', {
      source: '系统',
      product: [{ ...change, before: row, after: { ...row, ...figures } }],
    })
  }
  touch(tx, product.name)
  touch(tx, sku.name)
}

function named(drifts: readonly Drift[]): string {
  const codes = drifts.slice(0, NAMED).map(({ row }) => row.productCode)
  return `${codes.join('、')}${drifts.length > NAMED ? '等' : ''}`
}

/** Tells the administrators in the log of errors: figures that drift are a fault of the product. */
async function reportDrift(db: Db, drifts: readonly Drift[]): Promise<void> {
  const wrong = drifts.filter(({ figures, skus }) => Object.keys(figures).length > 0 || skus.length > 0)
  const unfit = drifts.filter((one) => one.unfit.length > 0)
  const parts = [
    ...(wrong.length > 0
      ? [`${wrong.length}个商品的价格、库存或上架状态与明细不符，已校正：${named(wrong)}`]
      : []),
    ...(unfit.length > 0 ? [`${unfit.length}个商品不符合上架条件但仍在架：${named(unfit)}`] : []),
  ]
  await writeErrorLog(db, {
    requestId: '',
    source: 'server',
    path: `job:${NAME}`,
    adminId: null,
    message: parts.join('；'),
    stack: '',
  })
}

/** Catalog §8.7. */
export const productFigures: JobDefinition = {
  name: NAME,
  title: '商品数据核对',
  cron: '0 0 4 * * *',
  async run(db, _params, signal) {
    const found: Drift[] = []
    let last = 0
    for (;;) {
      signal.throwIfAborted()
      const rows = await rowsOf(db).where('id', '>', last).orderBy('id').limit(PAGE).execute()
      last = rows.at(-1)?.id ?? 0
      if (rows.length === 0) break
      const drifts = await driftsOf(db, rows)
      const ids = drifts.map(({ row }) => row.id)
      if (ids.length > 0) await asSystem(db, (tx) => repair(tx, ids))
      found.push(...drifts)
    }
    if (found.length > 0) await reportDrift(db, found)
    return found.length
  },
}
