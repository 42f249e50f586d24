import { sql } from 'kysely'
import type { Db } from '#kit/server/database.ts'
import type { ExportDefinition } from '#kit/server/fileTask.ts'
import { rowScope, scopeCondition } from '#kit/server/scope.ts'
import { change } from '#kit/server/serve.ts'
import { startTask } from '#kit/server/tasks/start.ts'
import type { Who } from '#kit/server/who.ts'
import { notFound } from '#kit/shared/errors.ts'
import { fromSeconds, toSeconds } from '#kit/shared/time.ts'
import { payerProduct } from './payerProduct.entity.ts'
import { priceListingCall } from './price.calls.ts'
import { priceLines } from './priceCalc.server.ts'

const AT_ONCE = 200

/** The channel of a sold-to party; 404 outside the own companies. */
async function channelOf(db: Db, who: Who, shoudaId: number): Promise<number> {
  let query = db.selectFrom('shouda').select('channelId').where('id', '=', shoudaId).where('isDel', '=', 0)
  const scope = scopeCondition(await rowScope(db, who, payerProduct), 'shouda')
  if (scope !== null) query = query.where(scope)
  const row = await query.executeTakeFirst()
  if (row === undefined) throw notFound()
  return row.channelId
}

/** The skus a channel sells now, in the order of their codes. */
async function soldIn(db: Db, channelId: number) {
  const { rows } = await sql<{ id: number; skuCode: string; barCode: string }>`
    select s."id", s."skuCode", s."barCode" from "productChannel" c
    join "product" p on p."id" = c."productId" and p."isDel" = 0 and p."isRecycle" = 0
    join "sku" s on s."productId" = p."id" and s."isDel" = 0 and s."isShow" = 1
    where c."channelId" = ${channelId} and c."platformStatus" = 5 and c."isDel" = 0
    order by s."skuCode", s."id"`.execute(db)
  return rows
}

const idOf = (value: unknown): number | null => (typeof value === 'number' ? value : null)

/** 售达方价目表. Catalog §8.5. */
export const priceListing: ExportDefinition = {
  kind: 'export',
  bizType: 'priceListing',
  title: '售达方价目表',
  permission: priceListingCall.permission,
  columns: [
    { name: 'skuCode', title: '规格编码', kind: 'text', width: 18 },
    { name: 'barCode', title: '条码', kind: 'text', width: 16 },
    { name: 'productName', title: '商品名称', kind: 'text', width: 36 },
    { name: 'suk', title: '规格', kind: 'text', width: 16 },
    { name: 'unitName', title: '单位', kind: 'text' },
    { name: 'price', title: '单价', kind: 'money' },
    { name: 'otPrice', title: '原价', kind: 'money' },
    { name: 'taxRate', title: '税率(%)', kind: 'number' },
    { name: 'reason', title: '取价依据', kind: 'text', width: 30 },
  ],
  async count(db, who, params) {
    return (await soldIn(db, await channelOf(db, who, idOf(params.shoudaId) ?? 0))).length
  },
  async *rows(db, who, { shoudaId, payerId, time }) {
    const channelId = await channelOf(db, who, idOf(shoudaId) ?? 0)
    const skus = await soldIn(db, channelId)
    const at = typeof time === 'number' ? fromSeconds(time) : new Date()
    for (let start = 0; start < skus.length; start += AT_ONCE) {
      const part = skus.slice(start, start + AT_ONCE)
      const lines = await priceLines(db, who, {
        channelId,
        shoudaId: idOf(shoudaId),
        payerId: idOf(payerId),
        salesChannelId: null,
        orgLevelId: null,
        uid: null,
        time: at,
        lines: part.map(({ id }) => ({ skuId: id, qty: 1, unitId: null, packs: [] })),
      })
      yield lines.map((line, index) => ({ ...line, ...part[index] }))
    }
  },
}

export const priceListingServed = change(priceListingCall, async (tx, who, { shoudaId, payerId, time }) => {
  await channelOf(tx, who, shoudaId)
  const params = { shoudaId, payerId, time: time === null ? null : toSeconds(time) }
  return startTask(tx, who, priceListing, params)
})
