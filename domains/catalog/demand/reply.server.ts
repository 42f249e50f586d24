import { type Expression, type SqlBool, sql } from 'kysely'
import { declareSensitiveScene, guardWords, isHeld } from '#domains/settings/settings.door.ts'
import { bothOf } from '#kit/server/bothOf.ts'
import { namedColumns } from '#kit/server/columns.ts'
import { keptCounts } from '#kit/server/counts.ts'
import type { Tx } from '#kit/server/database.ts'
import { exportEntity } from '#kit/server/exportEntity.ts'
import { answerPage, answerRow, keywordCondition, type ListOptions, pageOf } from '#kit/server/list.ts'
import { declareEvent, emit } from '#kit/server/outbox.ts'
import type { Registration } from '#kit/server/points.ts'
import { deleteRow, insertRow, lockRow, updateRow } from '#kit/server/rows.ts'
import { change, read } from '#kit/server/serve.ts'
import { startTask } from '#kit/server/tasks/start.ts'
import { builtRows } from '#kit/server/textRows.ts'
import type { InOf, Paging } from '#kit/shared/call.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { conflict, refuse } from '#kit/shared/errors.ts'
import type { RowOf } from '#kit/shared/field.ts'
import { ofProducts } from '../product/names.server.ts'
import { product } from '../product/product.entity.ts'
import { productReply, VIRTUAL } from './productReply.entity.ts'
import { replyCalls as calls, replyRow, shownShape } from './reply.calls.ts'
import { meanScore, praiseRate, SCORE_KINDS, scoresOf } from './reply.rules.ts'

type ReplyRow = EntityRow<typeof productReply>
type Condition = Expression<SqlBool>

const SCENE = 'comment'
const FACTS = ['replyId', 'uid', 'orderLineId', 'productId', 'score'] as const

/** What the room registers for comments. Doors §3, §6. */
export const replyRegistrations: readonly Registration[] = [
  declareEvent('reply.created', FACTS),
  declareEvent('reply.removed', FACTS),
  declareSensitiveScene(SCENE, async (tx, id) => {
    const row = await tx
      .selectFrom('productReply')
      .selectAll()
      .where('id', '=', id)
      .where('isDel', '=', 0)
      .forUpdate()
      .executeTakeFirst()
    if (row === undefined) return
    await tell(tx, 'reply.created', await updateRow(tx, productReply, row, { isShow: 1 }))
  }),
]

/** Tells the rooms above; a virtual comment is nobody's. */
async function tell(tx: Tx, event: 'reply.created' | 'reply.removed', row: ReplyRow): Promise<void> {
  if (row.replyType === VIRTUAL) return
  await emit(tx, event, row.id, {
    replyId: row.id,
    uid: row.uid,
    orderLineId: row.orderLineId,
    productId: row.productId,
    score: row.productScore,
  })
}

interface ReplyFilters extends Paging {
  productSearch: string
  nickname: string
  score: string
  hasPics: string
  productId: string
}

function replyOptions(input: ReplyFilters): ListOptions {
  const where: Condition[] = []
  const called = keywordCondition(productReply, input.nickname)
  if (called !== null) where.push(called)
  const kinds = SCORE_KINDS.map((one) => one.value).filter((kind) => input.score.split(',').includes(kind))
  if (kinds.length > 0) {
    const scores = kinds.flatMap(scoresOf)
    where.push(sql<SqlBool>`"productReply"."productScore" = any(${sql.val(scores)}::int[])`)
  }
  if (input.hasPics === '1') where.push(sql<SqlBool>`cardinality("productReply"."pics") > 0`)
  if (input.hasPics === '0') where.push(sql<SqlBool>`cardinality("productReply"."pics") = 0`)
  if (input.productId !== '')
    where.push(
      sql<SqlBool>`"productReply"."productId" = any(${sql.val(input.productId.split(',').map(Number))}::int[])`,
    )
  if (input.productSearch.trim() !== '') where.push(ofProducts('productReply.productId', input.productSearch))
  return { where, reads: [product.name] }
}

const exporting = exportEntity(productReply, calls.exportRows, {
  list: (_who, input) => replyOptions(input),
  columns: [
    { name: 'productCode', title: '商品编码', kind: 'text' },
    { name: 'productName', title: '商品名称', kind: 'text' },
    ...(
      [
        ['sku', '规格'],
        ['nickname', '用户名称'],
        ['replyType', '评论类型'],
        ['productScore', '商品评分'],
        ['serviceScore', '服务评分'],
        ['comment', '评价内容'],
        ['merchantReplyContent', '回复内容'],
        ['isShow', '显示'],
      ] as const
    ).map(([name, title]) => ({ name, title, kind: 'text' as const })),
    { name: 'createTime', title: '评价时间', kind: 'time' },
  ],
  joined: replyRow,
})

export const replyTasks = [exporting]

/** The name of a specification as a comment keeps it; 422 when it is none of the product's. */
async function specificationOf(tx: Tx, productId: number, skuId: number | null): Promise<string> {
  if (skuId === null) return ''
  const row = await tx
    .selectFrom('sku')
    .select('suk')
    .where('id', '=', skuId)
    .where('productId', '=', productId)
    .executeTakeFirst()
  if (row === undefined) throw refuse('规格不属于该商品', 'skuId')
  return row.suk
}

type NewReply = Partial<ReplyRow> & Pick<ReplyRow, 'productId' | 'skuId' | 'comment' | 'nickname'>

/** Checks the words of a comment and keeps it, hidden while a reviewer has to look at it. */
async function writeReply(tx: Tx, values: NewReply): Promise<{ row: ReplyRow; isHeld: boolean }> {
  const { comment, nickname } = values
  const guarded = await guardWords(tx, SCENE, { comment, nickname })
  const row = await insertRow(tx, productReply, {
    ...values,
    ...guarded.texts,
    sku: await specificationOf(tx, values.productId, values.skuId),
    isShow: guarded.isHeld ? 0 : 1,
  })
  await guarded.keep(tx, row.id)
  if (!guarded.isHeld) await tell(tx, 'reply.created', row)
  return { row, isHeld: guarded.isHeld }
}

/** What a buyer says about a line of an order. */
export interface BuyerReply {
  uid: number
  oid: number
  orderLineId: number
  productId: number
  skuId: number
  nickname: string
  avatar: string
  productScore: 1 | 2 | 3 | 4 | 5
  serviceScore: 1 | 2 | 3 | 4 | 5
  comment: string
  pics: string[]
}

/**
 * Keeps the comment of a buyer in the caller's transaction. 409 该商品已评价 for a
 * line that has one, also a deleted one; 422 内容包含敏感词：{词}. Doors §4.
 */
export async function saveReply(tx: Tx, reply: BuyerReply): Promise<{ replyId: number; isHeld: boolean }> {
  // Two taps of one buyer must not both find the line without a comment.
  await sql`select pg_advisory_xact_lock(hashtext('productReply'), ${reply.orderLineId})`.execute(tx)
  const before = await tx
    .selectFrom('productReply')
    .select('id')
    .where('orderLineId', '=', reply.orderLineId)
    .executeTakeFirst()
  if (before !== undefined) throw conflict('该商品已评价')
  const { row, isHeld: held } = await writeReply(tx, reply)
  return { replyId: row.id, isHeld: held }
}

type ShownReply = RowOf<typeof shownShape>
const SHOWN = Object.keys(shownShape)

/** The comments of one of the kinds a product's are told apart by, after those conditions that all have in common. */
function ofKind(type: InOf<typeof calls.shown>['type']) {
  if (type === 'all') return sql``
  if (type === 'pic') return sql`and cardinality("pics") > 0`
  return sql`and "productScore" = any(${sql.val(scoresOf(type))}::int[])`
}

const sorted = (ids: readonly number[]): number[] => ids.toSorted((a, b) => a - b)

export const replyServed = [
  read(calls.list, (db, who, input) =>
    answerPage(db, who, productReply, calls.list.answer, input, replyOptions(input)),
  ),
  read(calls.info, (db, who, { id }) => answerRow(db, who, productReply, calls.info.answer, id)),
  change(calls.save, async (tx, _who, input) => {
    const { row, isHeld: held } = await writeReply(tx, { ...input, replyType: VIRTUAL })
    return { id: row.id, isHeld: held }
  }),
  change(calls.comment, async (tx, _who, { ids, merchantReplyContent }) => {
    // What the shop answers is published like the comment, but nobody can release it later: no review, only words.
    const guarded = await guardWords(tx, SCENE, { merchantReplyContent })
    if (guarded.isHeld) throw refuse('回复内容包含敏感词，请修改后再提交', 'merchantReplyContent')
    for (const id of sorted(ids))
      await updateRow(tx, productReply, await lockRow(tx, productReply, id), {
        ...guarded.texts,
        merchantReplyTime: new Date(),
        isReply: 1,
      })
  }),
  change(calls.status, async (tx, _who, { id: ids, status }) => {
    for (const id of sorted(ids)) {
      const row = await lockRow(tx, productReply, id)
      if (row.isShow === status) continue
      if (status === 1 && (await isHeld(tx, SCENE, id))) throw conflict('评论待人工审核，审核放行后显示')
      await updateRow(tx, productReply, row, { isShow: status })
    }
  }),
  change(calls.remove, async (tx, _who, { id: ids }) => {
    for (const id of sorted(ids)) {
      const row = await lockRow(tx, productReply, id)
      await deleteRow(tx, productReply, row)
      await tell(tx, 'reply.removed', row)
    }
  }),
  change(calls.exportRows, (tx, who, input) => startTask(tx, who, exporting, input)),
  read(calls.shown, async (db, _who, { productId, type, page, limit }) => {
    const shown = sql`from "productReply" where "productId" = ${productId} and "isShow" = 1 and "isDel" = 0`
    const figures = sql<{ counts: number[] }>`select array[count(*)::int,
        count(*) filter (where "productScore" >= 4)::int, count(*) filter (where "productScore" = 3)::int,
        count(*) filter (where "productScore" <= 2)::int, count(*) filter (where cardinality("pics") > 0)::int,
        coalesce(sum("productScore"), 0)::int] as "counts" ${shown}`
    const [list, [sum = 0, good = 0, medium = 0, poor = 0, pic = 0, score = 0]] = await bothOf(
      builtRows<ShownReply>(
        db,
        sql`select ${namedColumns(productReply, SHOWN)} ${shown} ${ofKind(type)}
          order by "id" desc limit ${sql.lit(limit)} offset ${sql.lit((page - 1) * limit)}`,
      ),
      keptCounts(db, figures, [productReply.name]),
    )
    const counts = { all: sum, good, medium, poor, pic }
    return {
      ...pageOf(list, counts[type], { page, limit, exactTotal: '1' }),
      sumCount: sum,
      goodCount: good,
      inCount: medium,
      poorCount: poor,
      picCount: pic,
      replyChance: praiseRate(good, sum),
      replyStar: meanScore(score, sum),
    }
  }),
]
