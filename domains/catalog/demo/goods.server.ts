import { drawPicture } from '#domains/files/files.door.ts'
import type { Tx } from '#kit/server/database.ts'
import type { Demo } from '#kit/server/demo.ts'
import { asSystem } from '#kit/server/transaction.ts'
import { formatMoney, parseMoney } from '#kit/shared/money.ts'
import { brandMaster } from '../masters/masters.calls.ts'
import { storeCalls } from '../product/product.calls.ts'
import { historyCalls } from '../product/repo.calls.ts'
import { stockDoor } from '../product/stock.server.ts'
import { BRANDS, GOODS, SHAPE_OF } from './goods.ts'

/** A product as its form takes it, before it has a code. */
interface Article {
  storeName: string
  category: string
  brand: string | null
  unit: string
  picture: string
  attrName: string
  /** value of the specification with prices in cents */
  skus: { value: string; price: number; otPrice: number; cost: number }[]
}

/** What becomes of the n-th product: every state is there, most are on the shelf. */
type Fate = 'sold' | 'approved' | 'waiting' | 'rejected' | 'draft'
const fateOf = (n: number): Fate =>
  n % 12 === 5
    ? 'approved'
    : n % 16 === 9
      ? 'waiting'
      : n === 20
        ? 'rejected'
        : n % 23 === 13
          ? 'draft'
          : 'sold'

const FIRST_CODE = 1001
/** Code of the n-th product of the demonstration. */
export const demoCode = (n: number): string => `TS${FIRST_CODE + n}`

/** A number for goods of China with its check digit (EAN-13). */
function barcodeOf(n: number): string {
  const body = `690${String(7_000_000 + n * 37).padStart(9, '0')}`
  const sum = [...body].reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0)
  return `${body}${(10 - (sum % 10)) % 10}`
}

const oneLine = (suk = ''): string => suk.replace(/[\s,]+/g, ' ').trim()

/** The real rows of tests/data; their pictures lie on other hosts, so they are drawn as well. */
async function realArticles({ db, sheet }: Demo): Promise<Article[]> {
  const categories = new Map((await sheet('product-categories.csv')).map((row) => [row.id, row]))
  const skus = Map.groupBy(await sheet('product-skus.csv'), (row) => row.product_id)
  const cents = (text = '') => parseMoney(text) ?? 0
  const articles: Article[] = []
  for (const [n, row] of (await sheet('products.csv')).entries()) {
    const category = categories.get(row.cate_id)
    const top = categories.get(category?.pid ?? '')?.name?.trim() ?? ''
    const storeName = row.store_name?.slice(0, 60) ?? ''
    articles.push({
      storeName,
      category: category?.name?.trim() ?? '',
      brand: null,
      unit: row.unit_name ?? '',
      picture: await drawPicture(db, {
        name: `商品${n}`,
        shape: SHAPE_OF[top] ?? 'box',
        hue: (n * 47) % 360,
      }),
      attrName: '规格',
      // One of the source stands twice.
      skus: [...new Map((skus.get(row.id) ?? []).map((one) => [oneLine(one.suk), one]))].map(
        ([value, one]) => ({
          value,
          price: cents(one.price),
          otPrice: cents(one.ot_price),
          cost: cents(one.cost),
        }),
      ),
    })
  }
  return articles
}

async function drawnArticles({ db }: Demo): Promise<Article[]> {
  const articles: Article[] = []
  for (const [n, [storeName, top, category, brand, unit, price, cost, attrName, values]] of GOODS.entries())
    articles.push({
      storeName,
      category,
      brand,
      unit,
      picture: await drawPicture(db, { name: storeName, shape: SHAPE_OF[top] ?? 'box', hue: (n * 31) % 360 }),
      attrName,
      skus: values.map((value, at) => ({
        value,
        price: price + at * 500,
        otPrice: Math.round((price * 1.25) / 100) * 100 + at * 500,
        cost,
      })),
    })
  return articles
}

/** Brands, and products from their first draft to the shelf, spread over the last year. */
export async function fillGoods(demo: Demo): Promise<void> {
  const { as, ago, idOf, db, day } = demo
  const chief = as('陈静')
  for (const [n, [brandName, brandEn, ownerCompany, left]] of BRANDS.entries()) {
    const logo = await drawPicture(db, { name: brandName, shape: 'box', hue: n * 36 })
    const times = { authStart: day(left - 730), authEnd: day(left) }
    await ago(360, () => chief(brandMaster.calls.save, { brandName, brandEn, ownerCompany, logo, ...times }))
  }
  const articles = [...(await realArticles(demo)), ...(await drawnArticles(demo))]
  for (const [n, article] of articles.entries()) {
    const fate = fateOf(n)
    // What waits has only just been handed in.
    const days = fate === 'waiting' ? n % 3 : 355 - n * 6
    await ago(days, () => bring(demo, n, article, fate))
  }
  async function bring({ as: by }: Demo, n: number, article: Article, fate: Fate): Promise<void> {
    const { storeName, category, brand, unit, picture, attrName, skus } = article
    const isMulti = skus.length > 1
    const code = demoCode(n)
    const { id } = await by('何雨')(storeCalls.save, {
      productCode: code,
      // What is sold is known at SAP.
      sapCode: fate === 'sold' ? String(10_000_001 + n) : '',
      storeName,
      keyword: category,
      storeInfo: `${category}·${storeName}`.slice(0, 100),
      cateId: String(await idOf('category', category)),
      brandId: brand === null ? null : await idOf('brand', brand),
      unitName: unit,
      image: picture,
      sliderImage: [picture],
      deliveryTypes: [1, 2],
      isPostage: 1,
      channels: [1201, 1202],
      boxQty: 12,
      originPlace: '中国大陆',
      taxRate: 13,
      specType: isMulti ? 1 : 0,
      attr: isMulti ? [{ attrName, attrValues: skus.map((one) => one.value) }] : [],
      attrValue: skus.map((one, at) => ({
        attrValue: JSON.stringify(isMulti ? { [attrName]: one.value } : { 规格: '默认' }),
        skuCode: `${code}-${String(at + 1).padStart(2, '0')}`,
        barCode: barcodeOf(n * 40 + at),
        image: picture,
        price: formatMoney(one.price),
        otPrice: formatMoney(one.otPrice),
        cost: formatMoney(one.cost),
        weight: 0.5,
      })),
      submit: fate === 'draft' ? 0 : 1,
    })
    if (fate === 'draft' || fate === 'waiting') return
    if (fate === 'rejected') {
      await chief(historyCalls.examine, { id, auditStatus: 2, opinion: '主图不清晰，请补充细节图后重新提交' })
      return
    }
    await chief(historyCalls.examine, { id, auditStatus: 1 })
    if (fate !== 'sold') return
    await asSystem(db, (tx) => stock(tx, id, n))
    await chief(storeCalls.putOnShell, { id, channelId: 1201 })
    if (n % 3 !== 0) await chief(storeCalls.putOnShell, { id, channelId: 1202 })
  }
}

/** What lies in stock of the n-th product: no room keeps a warehouse yet, so the figures are written where it would. */
async function stock(tx: Tx, productId: number, n: number): Promise<void> {
  const skus = await tx
    .selectFrom('sku')
    .select('id')
    .where('productId', '=', productId)
    .orderBy('id')
    .execute()
  const lines = skus.map(({ id }, at) => ({ skuId: id, stock: 40 + ((n * 17 + at * 29) % 300) }))
  await stockDoor(tx).adjust(tx, productId, lines)
  const sum = lines.reduce((total, line) => total + line.stock, 0)
  await tx.updateTable('product').set({ stock: sum }).where('id', '=', productId).execute()
}
