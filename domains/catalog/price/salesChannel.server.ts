import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import { rowFigure } from '#kit/server/figures.ts'
import type { Registration } from '#kit/server/points.ts'
import { declareUse } from '#kit/server/refs.ts'
import { standardHandlers } from '#kit/server/standard.ts'
import { onceIn } from '#kit/server/transaction.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { conflict, refuse } from '#kit/shared/errors.ts'
import { salesChannelCalls, salesChannelJoined } from './price.calls.ts'
import { SCOPE } from './price.rules.ts'
import { salesChannel } from './salesChannel.entity.ts'

type Row = EntityRow<typeof salesChannel>

const MOST_LEVELS = 20

type Place = Pick<Row, 'id' | 'pid' | 'channelId'>

/** The sales channels that were read in this transaction, as its changes leave them. */
const atHand = (tx: Tx): Promise<Map<number, Place>> =>
  onceIn(tx, 'sales channels', async () => {
    // Two moves at once must not close a ring that neither of them sees.
    await sql`select pg_advisory_xact_lock(hashtext('salesChannel'))`.execute(tx)
    return new Map()
  })

/** Reads sales channels with those above them, for checkParent of many. */
async function takeAbove(tx: Tx, ids: Iterable<number>): Promise<void> {
  const taken = await atHand(tx)
  const asked = [...new Set(ids)].filter((id) => id !== 0 && !taken.has(id))
  if (asked.length === 0) return
  const { rows } = await sql<Place>`with recursive "above" as (
      select "id", "pid", "channelId" from "salesChannel" where "id" = any(${sql.val(asked)}::int[]) and "isDel" = 0
      union
      select s."id", s."pid", s."channelId" from "salesChannel" s join "above" a on s."id" = a."pid")
    select * from "above"`.execute(tx)
  for (const row of rows) if (!taken.has(row.id)) taken.set(row.id, row)
}

/** A parent of the same channel, no cycle, not too deep. */
async function checkParent(tx: Tx, row: Partial<Row>, id: number | null): Promise<void> {
  const pid = row.pid ?? 0
  const taken = await atHand(tx)
  if (pid !== 0) await checkAbove(tx, row, pid, id)
  // The next one that is checked meets it where it is going to be.
  const own = taken.get(id ?? 0)
  if (own !== undefined) taken.set(own.id, { ...own, pid, channelId: row.channelId ?? own.channelId })
}

async function checkAbove(tx: Tx, row: Partial<Row>, pid: number, id: number | null): Promise<void> {
  if (pid === id) throw refuse('上级渠道不能是自己或下级', 'pid')
  await takeAbove(tx, [pid])
  const taken = await atHand(tx)
  const above: Place[] = []
  for (let at = taken.get(pid); at !== undefined && above.length < MOST_LEVELS; at = taken.get(at.pid))
    above.push(at)
  const [parent] = above
  if (parent === undefined) throw refuse('上级不存在或已停用', 'pid')
  if (above.some((one) => one.id === id)) throw refuse('上级渠道不能是自己或下级', 'pid')
  if (above.length >= MOST_LEVELS) throw refuse(`销售渠道最多${MOST_LEVELS}级`, 'pid')
  if (parent.channelId !== row.channelId) throw refuse('上级渠道须属于同一渠道', 'pid')
}

/** How many skus each has prices for. */
const PRICED = `select count(distinct p."skuId")::int from "skuPrice" p
  where p."scopeType" = ${SCOPE.salesChannel} and p."scopeId" = "salesChannel"."id"`

/** Whether prices or sold-to parties belong to one. */
async function isUsed(tx: Tx, id: number): Promise<boolean> {
  const party = await tx
    .selectFrom('shouda')
    .select('id')
    .where('salesChannelId', '=', id)
    .where('isDel', '=', 0)
    .executeTakeFirst()
  if (party !== undefined) return true
  const price = await tx
    .selectFrom('skuPrice')
    .select('id')
    .where('scopeType', '=', SCOPE.salesChannel)
    .where('scopeId', '=', id)
    .limit(1)
    .executeTakeFirst()
  return price !== undefined
}

export const salesChannelHandlers = standardHandlers(salesChannel, salesChannelCalls, {
  chosen: 'enabled',
  joined: salesChannelJoined,
  figures: { productCount: rowFigure(salesChannel, PRICED) },
  async prepare(tx, values, before) {
    const row = { ...before, ...values }
    if (before !== null && values.channelId !== undefined && values.channelId !== before.channelId) {
      if (await isUsed(tx, before.id)) throw conflict('该销售渠道已被使用，不能修改所属渠道')
      const below = await tx
        .selectFrom('salesChannel')
        .select('id')
        .where('pid', '=', before.id)
        .where('isDel', '=', 0)
        .executeTakeFirst()
      if (below !== undefined) throw conflict('该销售渠道下有下级，不能修改所属渠道')
    }
    await checkParent(tx, row, before?.id ?? null)
    return values
  },
  importing: {
    key: 'channelCode',
    ahead: (tx, list) =>
      takeAbove(
        tx,
        list.map(({ values }) => values.pid ?? 0),
      ),
    examples: { channelCode: 'HZKA', channelName: '华中KA', channelId: '供应链' },
    notes: ['上级填写编码或名称，可在本表的任意行；留空为顶级，须与上级属于同一渠道'],
  },
  async switching(tx, row, status) {
    if (status === 1) return
    const active = await tx
      .selectFrom('shouda')
      .select('id')
      .where('salesChannelId', '=', row.id)
      .where('isDel', '=', 0)
      .where('status', '=', 1)
      .executeTakeFirst()
    if (active !== undefined) throw conflict('该销售渠道下有启用的售达方，不能停用')
  },
})

const count =
  (
    place: string,
    table: 'salesChannel' | 'saleInfo' | 'shouda' | 'company' | 'skuPrice',
    column: string,
    where = sql`true`,
  ) =>
  async (tx: Tx, ids: readonly number[]) => {
    const { rows } = await sql<{ id: number; n: number }>`select ${sql.ref(column)} as "id", count(*) as "n"
      from ${sql.table(table)} where ${sql.ref(column)} = any(${sql.val([...ids])}::int[]) and ${where}
      group by 1`.execute(tx)
    return rows.map((row) => ({ ...row, place }))
  }
const living = sql`"isDel" = 0`

/** What keeps a sales channel from being deleted besides those below it. */
export const salesChannelUses: readonly Registration[] = [
  count('下级渠道', 'salesChannel', 'pid', living),
  count('售达方', 'shouda', 'salesChannelId', living),
  count('往来单位', 'company', 'salesChannelId', living),
  count('商品销售信息', 'saleInfo', 'salesChannelId', living),
  count('价格记录', 'skuPrice', 'scopeId', sql`"scopeType" = ${sql.lit(SCOPE.salesChannel)}`),
].map((uses) => declareUse('salesChannel', uses))
