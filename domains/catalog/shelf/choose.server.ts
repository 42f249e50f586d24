import { type Expression, type SqlBool, sql } from 'kysely'
import { copyForm, settingsOf, unitsLeft } from '#domains/settings/settings.door.ts'
import { int, lines, text } from '#kit/fields/shared.ts'
import type { Db } from '#kit/server/database.ts'
import { type Figures, rowFigure } from '#kit/server/figures.ts'
import { answerPage, keywordCondition } from '#kit/server/list.ts'
import { type Registration, singlePoint } from '#kit/server/points.ts'
import { read } from '#kit/server/serve.ts'
import type { Who } from '#kit/server/who.ts'
import { listAnswer, unfiltered } from '#kit/shared/call.ts'
import { conflict, refuse } from '#kit/shared/errors.ts'
import { askedOf } from '#kit/shared/join.ts'
import { product } from '../product/product.entity.ts'
import { joined } from '../product/product.form.shared.ts'
import { productChannel } from '../product/productChannel.entity.ts'
import { productInfo, skusWithVipPrices } from '../product/productInfo.server.ts'
import { visibleChannels } from '../product/shelfReady.server.ts'
import { copyCalls } from './copy.calls.ts'
import { isPaidKind, PAID_KINDS_ONLY } from './pool.rules.ts'
import { channelsOf, productConditions, type ShelfFilters } from './productWhere.server.ts'
import { shelfCalls as calls, type Purpose } from './shelf.calls.ts'

const shown = calls.editable.answer.shape ?? {}

const channelId = int('渠道', { initial: 0 })
/** Where a product stands, and the open documents it is in: told with the row. */
const known = {
  ...product.all,
  ...joined,
  stands: lines('渠道状态', { channelId, platformStatus: productChannel.all.platformStatus }),
  open: lines('未完成单据', { channelId, docNo: text('单据', { max: 50 }) }),
}
const knownRows = listAnswer(known)

const STANDS = `select string_agg(c."channelId" || ' ' || c."platformStatus", chr(10) order by c."channelId")
  from "productChannel" c where c."productId" = "product"."id" and c."isDel" = 0`
const OPEN = `select string_agg(o."channelId" || ' ' || o."docNo", chr(10) order by o."channelId", o."docNo")
  from "openDocLine" o where o."productId" = "product"."id"`

/** What was told in lines of a channel and what belongs to it. */
const placesIn = <T>(told: string, make: (channelId: number, text: string) => T): T[] =>
  told.split('\n').map((line) => {
    const at = line.indexOf(' ')
    return make(Number(line.slice(0, at)), line.slice(at + 1))
  })

const figures: Figures = {
  stands: rowFigure(
    product,
    STANDS,
    async () => (told) =>
      placesIn(told, (channelId, status) => ({ channelId, platformStatus: Number(status) })),
  ),
  open: rowFigure(
    product,
    OPEN,
    async () => (told) => placesIn(told, (channelId, docNo) => ({ channelId, docNo })),
  ),
}

/** What follows from where a product stands. */
const PLACED = ['channelStates', 'openDocNo', 'selectable', 'reason']

/** What is read for the fields that a request asks for; the kind of a product says whether it may come into a pool. */
function readOf(isAsked: (name: string) => boolean): string {
  const names = Object.keys(shown).filter((name) => Object.hasOwn(known, name) && isAsked(name))
  const placed = PLACED.some(isAsked) ? ['stands', 'open'] : []
  return [...names, ...placed, 'productKind'].join()
}

/** Products that documents can be made of: what they are now, where they stand, and what keeps them from it. */
async function editable(
  db: Db,
  who: Who,
  input: ShelfFilters & {
    page: number
    limit: number
    fields: string
    purpose: Purpose
    ids: readonly number[]
  },
) {
  const { purpose } = input
  const where = await productConditions(db, input)
  const channels = channelsOf(who, input.channelId)
  if (channels !== null) where.push(sql<SqlBool>`"product"."channels" && ${sql.val(channels)}::int[]`)
  const unweighed = where.length > 0
  where.push(sql<SqlBool>`"product"."isRecycle" = 0`)
  if (input.ids.length > 0) where.push(sql<SqlBool>`"product"."id" = any(${sql.val([...input.ids])}::int[])`)
  where.push(
    purpose === 'off' ? sql<SqlBool>`"product"."isShow" = 1` : sql<SqlBool>`"product"."auditStatus" = 1`,
  )
  const asked = askedOf(shown, input.fields)
  const isAsked = (name: string): boolean => asked === null || asked.has(name)
  const page = await answerPage(
    db,
    who,
    product,
    knownRows,
    { ...unfiltered, page: input.page, limit: input.limit, fields: readOf(isAsked) },
    { where, unweighed, figures },
  )
  const ids = page.list.map((row) => row.id)
  const [skus, pooled] = await Promise.all([
    isAsked('attrValue') ? skusWithVipPrices(db, ids) : [],
    pooledOf(db, purpose, ids),
  ])
  const skusBy = Map.groupBy(skus, (one) => one.productId)
  const wanted = (channelId: number): boolean => channels === null || channels.includes(channelId)
  const list = page.list.map(({ stands = [], open = [], ...row }) => {
    const channelStates = visibleChannels(who, stands)
    const held = open.filter((one) => purpose === 'edit' || one.channelId === 0 || wanted(one.channelId))
    const openDocNo = [...new Set(held.map((one) => one.docNo))].join('、')
    const states = channelStates.filter((one) => wanted(one.channelId)).map((one) => one.platformStatus)
    const reason =
      purpose === 'pay' || purpose === 'integral'
        ? whyNotPooled(purpose, row, pooled)
        : openDocNo !== ''
          ? `已在单据${openDocNo}中`
          : whyNot(purpose, states)
    return {
      ...row,
      attrValue: skusBy.get(row.id) ?? [],
      channelStates,
      openDocNo,
      selectable: reason === '' ? (1 as const) : (0 as const),
      reason,
    }
  })
  return { ...page, list }
}

/** Which of these products are in the pool they are chosen for. */
async function pooledOf(db: Db, purpose: Purpose, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (ids.length === 0 || (purpose !== 'pay' && purpose !== 'integral')) return new Set()
  const rows = await db
    .selectFrom(purpose === 'pay' ? 'productVip' : 'productIntegral')
    .select('productId')
    .where('productId', 'in', [...ids])
    .where('isDel', '=', 0)
    .execute()
  return new Set(rows.map((row) => row.productId))
}

/** Why a product cannot come into a pool; documents do not keep it from there. */
function whyNotPooled(
  purpose: 'pay' | 'integral',
  { id, productKind }: { id: number; productKind: number },
  pooled: ReadonlySet<number>,
): string {
  if (pooled.has(id)) return purpose === 'pay' ? '已是付费商品' : '已是积分商品'
  return purpose === 'pay' && !isPaidKind(productKind) ? PAID_KINDS_ONLY : ''
}

/** Why nothing can be done with a product that stands so in the channels asked for; blank when something can. */
function whyNot(purpose: 'show' | 'off' | 'edit', states: readonly number[]): string {
  if (purpose === 'edit') return ''
  if (states.length === 0) return '商品未设置销售渠道'
  if (purpose === 'off') return states.includes(5) ? '' : '商品未上架'
  if (states.every((state) => state === 5)) return '商品已上架'
  return states.every((state) => state === 5 || state === 13) ? '商品因违规下架，请先解除违规' : ''
}

/** What a home block shows; the room of home pages registers what it has chosen already. */
type Chosen = (db: Db, positionId: number) => Promise<readonly number[]>
const homeChosen = singlePoint<Chosen>('Chosen for home blocks')

/** The room of home pages registers which products stand in a block. Catalog §3.8, home/list. */
export const declareHomeChosen = (chosen: Chosen): Registration => homeChosen.as(chosen)

const GIFT_KINDS = [0, 1, 2]

export const chooseServed = [
  read(calls.editable, editable),
  read(calls.home, async (db, who, input) => {
    const where = await productConditions(db, input)
    const channels = channelsOf(who, input.channelId)
    where.push(sql<SqlBool>`"product"."isRecycle" = 0 and "product"."isShow" = 1`)
    if (channels !== null) where.push(sql<SqlBool>`"product"."channels" && ${sql.val(channels)}::int[]`)
    const page = await answerPage(
      db,
      who,
      product,
      calls.home.answer,
      { ...unfiltered, page: input.page, limit: input.limit },
      {
        where,
        unweighed: true,
        order: [
          ['sort', 'desc'],
          ['id', 'desc'],
        ],
      },
    )
    const chosen = new Set(
      input.positionId === null ? [] : ((await homeChosen.of(db)?.(db, input.positionId)) ?? []),
    )
    return {
      ...page,
      list: page.list.map((row) => ({
        ...row,
        checked: chosen.has(row.id) ? (1 as const) : (0 as const),
      })),
    }
  }),
  read(calls.gifts, async (db, _who, { keywords, limit }) => {
    const where: Expression<SqlBool>[] = [
      sql<SqlBool>`"product"."isDel" = 0 and "product"."isRecycle" = 0 and "product"."repoStatus" = 1
        and "product"."auditStatus" = 1 and "product"."productKind" = any(${sql.val(GIFT_KINDS)}::int[])`,
    ]
    const words = keywordCondition(product, keywords)
    if (words !== null) where.push(words)
    const { rows } = await sql<{
      id: number
      productName: string
      suk: string
      image: string
      stock: number
    }>`
      select "sku"."id", "product"."storeName" as "productName", "sku"."suk",
        coalesce(nullif("sku"."image", ''), "product"."image") as "image", "sku"."stock"
      from "product" join "sku" on "sku"."productId" = "product"."id" and "sku"."isDel" = 0 and "sku"."isShow" = 1
      where ${sql.join(where, sql` and `)}
      order by "product"."id" desc, "sku"."sort", "sku"."id" limit ${limit}`.execute(db)
    return rows
  }),
  read(copyCalls.copyConfig, async (db) => {
    const { system_product_copy_type: copyType } = await settingsOf(db, copyForm)
    return { copyType: Number(copyType), copyNum: await unitsLeft(db, 'copy') }
  }),
  read(copyCalls.copyProduct, async (db, who, { id, url }) => {
    if (id === null && url === '') throw refuse('请输入商品链接', 'url')
    if (id === null) throw conflict('未配置商品采集服务')
    const info = await productInfo(db, who, id)
    return {
      info: {
        ...info,
        productCode: '',
        sapCode: '',
        sourceNo: '',
        barCode: '',
        attrValue: info.attrValue.map((one) => ({ ...one, skuCode: '', barCode: '', stock: 0 })),
        productUnits: info.productUnits.map((one) => ({ ...one, barCode: '' })),
      },
    }
  }),
]
