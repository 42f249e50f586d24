import { type SqlBool, sql } from 'kysely'
import { takeImport } from '#domains/files/files.door.ts'
import { text as plain } from '#kit/fields/shared.ts'
import { bothOf } from '#kit/server/bothOf.ts'
import { keptCounts } from '#kit/server/counts.ts'
import type { Db, Tx } from '#kit/server/database.ts'
import { exportEntity } from '#kit/server/exportEntity.ts'
import { keptIds } from '#kit/server/keptIds.ts'
import { answerPage, answerRow, conditionsOf, keywordCondition, type ListOptions } from '#kit/server/list.ts'
import { deleteRow, lockRow, updateRow } from '#kit/server/rows.ts'
import { change, own, read } from '#kit/server/serve.ts'
import { startTask } from '#kit/server/tasks/start.ts'
import type { Who } from '#kit/server/who.ts'
import type { Paging } from '#kit/shared/call.ts'
import { ruleOf } from '#kit/shared/join.ts'
import { guardState } from '#kit/shared/states.ts'
import { productsFound } from '../product/names.server.ts'
import { enterFeedback } from './enterFeedback.server.ts'
import { feedbackImport } from './feedbackImport.server.ts'
import { feedbackCalls as calls, feedbackRow, feedbackRows } from './purpose.calls.ts'
import { purposeFeedback, purposeProduct } from './purpose.entity.ts'
import { monthsText } from './purpose.rules.ts'
import { feedbackStates } from './purpose.states.ts'

/** A word finds entries by their intention, customer or goods. */
const OPTIONS: ListOptions = {
  async alsoFound(word, db) {
    const [companies, skus, purposes] = await Promise.all([
      keptIds(
        db,
        // Looked for among those that have entries: many more companies may have a word in their names. As an array, for the
        // planner would go through all companies until it has passed the last of those.
        sql`select "id" from "company" where "id" = any(array(select distinct f."companyId" from "purposeFeedback" f))
          and position(lower(${word}) in lower("orgName")) > 0`,
        ['company', purposeFeedback.name],
      ),
      keptIds(db, sql`select "id" from "sku" where "productId" = any(${productsFound(word)})`, [
        'sku',
        'product',
      ]),
      keptIds(
        db,
        sql`select "purposeProduct"."id" from "purposeProduct" where ${keywordCondition(purposeProduct, word) ?? sql`false`}`,
        [purposeProduct.name],
      ),
    ])
    return sql<SqlBool>`("purposeFeedback"."purposeProductId" = any(${purposes})
      or "purposeFeedback"."companyId" = any(${companies}) or "purposeFeedback"."skuId" = any(${skus}))`
  },
  reads: ['purposeProduct', 'company', 'sku', 'product'],
}

async function sumOf(db: Db, who: Who, input: Paging): Promise<{ intendQty: number }> {
  const conditions = await conditionsOf(db, who, purposeFeedback, input, OPTIONS)
  const summed = sql<{ counts: number[] }>`select array[coalesce(sum("intendQty"), 0)::float8] as "counts"
    from "purposeFeedback" where ${sql.join(conditions, sql` and `)}`
  const [intendQty = 0] = await keptCounts(db, summed, [purposeFeedback.name, ...(OPTIONS.reads ?? [])])
  return { intendQty }
}

const text = (name: string, title: string) => ({ name, title, kind: 'text' as const })

const exporting = exportEntity(purposeFeedback, calls.exportRows, {
  list: () => OPTIONS,
  columns: [
    text('purposeTitle', '意向标题'),
    text('companyName', '客户'),
    text('shoudaName', '售达方'),
    text('productName', '商品'),
    text('skuCode', '规格编码'),
    text('suk', '规格'),
    text('monthQty', '各月数量'),
    { name: 'intendQty', title: '合计', kind: 'number' },
    { name: 'expectPrice', title: '期望价', kind: 'money' },
    text('agentId', '业务员'),
    text('source', '来源'),
    text('status', '状态'),
    text('replyContent', '回复'),
    { name: 'createTime', title: '时间', kind: 'time' },
  ],
  joined: {
    ...feedbackRow,
    monthQty: ruleOf(purposeFeedback, ['monthQty'], plain('各月数量', { max: 1000 }), (row) =>
      monthsText(row.monthQty),
    ),
  },
})

export const feedbackTasks = [exporting, feedbackImport]

/** Answers several entries alike, each from a state that allows it. */
async function answer(
  tx: Tx,
  ids: readonly number[],
  action: 'reply' | 'accept' | 'reject',
  values: { status: 1 | 2 | 3; replyContent?: string },
): Promise<void> {
  for (const id of ids.toSorted((a, b) => a - b)) {
    const row = await lockRow(tx, purposeFeedback, id)
    guardState(feedbackStates, action, row.status)
    await updateRow(tx, purposeFeedback, row, { ...values, replyTime: new Date() })
  }
}

export const feedbackServed = [
  read(calls.list, async (db, who, input) => {
    const [page, totals] = await bothOf(
      answerPage(db, who, purposeFeedback, feedbackRows, input, OPTIONS),
      sumOf(db, who, input),
    )
    return { ...page, totals }
  }),
  read(calls.info, (db, who, { id }) => answerRow(db, who, purposeFeedback, calls.info.answer, id)),
  change(calls.save, async (tx, _who, input) => ({ id: await enterFeedback(tx, input) })),
  change(calls.update, async (tx, _who, { id, version, ...values }) => {
    const row = await lockRow(tx, purposeFeedback, id, { version })
    const { purposeProductId, companyId, shoudaId, skuId, monthQty, expectPrice } = { ...row, ...values }
    await enterFeedback(tx, { purposeProductId, companyId, shoudaId, skuId, monthQty, expectPrice })
  }),
  change(calls.remove, async (tx, _who, { id: ids }) => {
    for (const id of ids.toSorted((a, b) => a - b))
      await deleteRow(tx, purposeFeedback, await lockRow(tx, purposeFeedback, id))
  }),
  change(calls.reply, (tx, _who, { id, replyContent }) =>
    answer(tx, id, 'reply', { status: 1, replyContent }),
  ),
  change(calls.accept, (tx, _who, { id }) => answer(tx, id, 'accept', { status: 2 })),
  change(calls.reject, (tx, _who, { id, replyContent }) =>
    answer(tx, id, 'reject', { status: 3, replyContent }),
  ),
  own(calls.importRows, (db, who, input, request) =>
    takeImport(db, who, calls.importRows, input, feedbackImport.bizType, request),
  ),
  change(calls.exportRows, (tx, who, input) => startTask(tx, who, exporting, input)),
]
