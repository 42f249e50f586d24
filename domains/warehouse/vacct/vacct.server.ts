import { type SqlBool, sql } from 'kysely'
import type { Db, Tx } from '#kit/server/database.ts'
import { type Figures, rowFigure, sharedRowFigures } from '#kit/server/figures.ts'
import { answerPage, conditionsOf } from '#kit/server/list.ts'
import { nextNumber } from '#kit/server/number.ts'
import type { ServerPart } from '#kit/server/room.ts'
import { readRow } from '#kit/server/rows.ts'
import { change, read } from '#kit/server/serve.ts'
import { standardHandlers } from '#kit/server/standard.ts'
import { touch } from '#kit/server/transaction.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { conflict, refuse } from '#kit/shared/errors.ts'
import { ofSkus, readsOfSkus } from '../stock/stockLists.server.ts'
import { type AssignLine, assignVacct } from './assign.server.ts'
import { vacctCalls as calls } from './vacct.calls.ts'
import { stockVacct, stockVacctItem, stockVacctRecord } from './vacct.entity.ts'

type Vacct = EntityRow<typeof stockVacct>

/** Of one account many skus, so that their sums are counted when they are shown; nothing of an account without any. */
const SUMS = `select concat_ws(' ', sum(i."qty"), sum(i."reserved"), sum(i."available"), sum(i."shipped"))
  from "stockVacctItem" i where i."vacctId" = "stockVacct"."id" having count(*) > 0`

const sumAt = (at: number) => (told: string) => Number(told.split(' ')[at])

const figures: Figures = sharedRowFigures(stockVacct, SUMS, {
  qty: sumAt(0),
  reserved: sumAt(1),
  free: sumAt(2),
  shipped: sumAt(3),
})

/** What of the sku belongs to no account; nothing where the warehouse has never had it. */
const PUBLIC = `coalesce((select s."publicAvail" from "stock" s where s."skuId" = "stockVacctItem"."skuId"
  and s."warehouseId" = "stockVacctItem"."warehouseId"), 0)`

const OWNERS = {
  1: ['channelId', '请选择渠道'],
  2: ['companyId', '请选择公司'],
  3: ['activityId', '请输入活动编号'],
  4: ['storeId', '请选择门店'],
} as const

/** The owner by the field of its kind; the others are cleared. Fixed: what has items, and the warehouse. */
async function prepared(tx: Tx, values: Partial<Vacct>, before: Vacct | null): Promise<Partial<Vacct>> {
  const whole = { ...before, ...values }
  const [field, text] = OWNERS[whole.ownerType ?? 1]
  const ownerId = whole[field] ?? null
  if (ownerId === null) throw refuse(text, field)
  if (whole.beginTime && whole.endTime && whole.endTime <= whole.beginTime)
    throw refuse('结束时间必须晚于开始时间', 'endTime')
  const owner = { channelId: null, companyId: null, activityId: null, storeId: null, [field]: ownerId }
  const { rows } = await sql<{ id: number }>`select "id" from "stockVacct" where "isDel" = 0 and "status" = 1
    and "warehouseId" = ${whole.warehouseId} and "ownerType" = ${whole.ownerType} and "ownerId" = ${ownerId}
    and "id" <> ${before?.id ?? 0}`.execute(tx)
  if (rows.length > 0 && whole.status !== 0) throw refuse('该归属在此仓库已有启用的账户', field)
  if (before !== null && (await hasItems(tx, before.id))) {
    if (whole.mode !== before.mode) throw conflict('账户已有库存，不能修改方式')
    if (whole.warehouseId !== before.warehouseId) throw conflict('账户已有库存，不能修改仓库')
  }
  return { ...values, ...owner, ownerId }
}

async function hasItems(db: Db, vacctId: number): Promise<boolean> {
  const { rows } = await sql<{ one: number }>`select 1 as "one" from "stockVacctItem"
    where "vacctId" = ${vacctId} and ("qty" > 0 or "reserved" > 0) limit 1`.execute(db)
  return rows.length > 0
}

const master = standardHandlers(
  stockVacct,
  {
    list: calls.list,
    info: calls.info,
    save: calls.save,
    update: calls.update,
    status: calls.status,
    exportRows: calls.exportRows,
    all: calls.all,
  },
  {
    chosen: 'enabled',
    joined: true,
    figures,
    prepare: prepared,
    list: (_who, { overdue }) => ({
      where: overdue
        ? [sql<SqlBool>`"stockVacct"."endTime" < now() + make_interval(days => ${overdue})`]
        : [],
    }),
  },
)

type Lines = readonly { skuId: number; qty: number }[]

/** Lines of a form in thousandths, each sku once. */
function linesOf(lines: Lines, vacctId: number, sign: 1 | -1, type?: AssignLine['type']): AssignLine[] {
  const seen = new Set<number>()
  return lines.map(({ skuId, qty }, at) => {
    if (seen.has(skuId)) throw refuse('同一商品只能填写一行', `lines.${at}.skuId`)
    seen.add(skuId)
    if (qty <= 0) throw refuse('数量必须大于0', `lines.${at}.qty`)
    const line = { lineId: at + 1, vacctId, skuId, q: sign * Math.round(qty * 1000) }
    return type === undefined ? line : { ...line, type }
  })
}

/** Every assignment by a person is a document of its own, with a number people can look for. */
async function assigned(tx: Tx, vacctId: number, lines: readonly AssignLine[]): Promise<void> {
  const sn = await nextNumber(tx, 'KC')
  await assignVacct(tx, { source: { type: 'stockVacct', id: vacctId, sn }, action: `assign:${sn}` }, lines)
  touch(tx, stockVacct.name)
}

function checkOpen(row: Vacct): void {
  if (row.status === 0) throw conflict('账户已停用')
  if (row.endTime !== null && row.endTime <= new Date()) throw conflict('账户已到期')
}

/** Warehouse §4.10. */
export const vacctPart: ServerPart = {
  served: [
    ...master.served,
    read(calls.itemList, async (db, who, input) =>
      answerPage(
        db,
        who,
        stockVacctItem,
        calls.itemList.answer,
        { ...input, keywords: '' },
        {
          figures: { publicAvail: rowFigure(stockVacctItem, PUBLIC) },
          where: await ofSkus(db, stockVacctItem.name, input),
        },
      ),
    ),
    read(calls.recordList, async (db, who, { sourceSn, ...input }) => {
      const own = await conditionsOf(db, who, stockVacct, {}, { isDel: 'both' })
      const meant = await ofSkus(db, stockVacctRecord.name, input)
      return answerPage(
        db,
        who,
        stockVacctRecord,
        calls.recordList.answer,
        { ...input, keywords: '' },
        {
          fresh: 'grows',
          reads: [...(own.length === 0 ? [] : [stockVacct.name]), ...readsOfSkus(meant)],
          // No record is ever deleted, so nobody asks whether it is.
          isDel: 'both',
          where: [
            ...(own.length === 0
              ? []
              : [
                  sql<SqlBool>`"stockVacctRecord"."vacctId" in (select "id" from "stockVacct" where ${sql.join(own, sql` and `)})`,
                ]),
            ...meant,
            ...(sourceSn === '' ? [] : [sql<SqlBool>`"stockVacctRecord"."sourceSn" = ${sourceSn}`]),
          ],
        },
      )
    }),
    change(calls.assign, async (tx, who, { id, lines }) => {
      checkOpen(await readRow(tx, who, stockVacct, id))
      await assigned(tx, id, linesOf(lines, id, 1))
      return null
    }),
    change(calls.recall, async (tx, who, { id, lines }) => {
      await readRow(tx, who, stockVacct, id)
      await assigned(tx, id, linesOf(lines, id, -1))
      return null
    }),
    change(calls.move, async (tx, who, { fromId, toId, lines }) => {
      const [from, to] = [
        await readRow(tx, who, stockVacct, fromId),
        await readRow(tx, who, stockVacct, toId),
      ]
      if (fromId === toId) throw refuse('转出账户与转入账户不能相同', 'toId')
      if (from.warehouseId !== to.warehouseId) throw refuse('只能在同一仓库的账户之间转账', 'toId')
      checkOpen(to)
      await assigned(tx, fromId, [...linesOf(lines, fromId, -1, 9), ...linesOf(lines, toId, 1, 8)])
      return null
    }),
  ],
  tasks: master.tasks,
  registers: master.registers,
}
