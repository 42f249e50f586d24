import { sql } from 'kysely'
import { categoriesBelow, notify } from '#domains/settings/settings.door.ts'
import type { Db, Tx } from '#kit/server/database.ts'
import type { JobDefinition } from '#kit/server/room.ts'
import { asSystem } from '#kit/server/transaction.ts'
import { formatDate, toSeconds } from '#kit/shared/time.ts'
import { nearestOf, reaching } from '../sale/nearest.rules.ts'
import { categoryDistances } from '../sale/nearest.server.ts'
import { type Warned, warningSource } from './figures.server.ts'
import { FOR_BUYERS, messageOf, type Warning } from './warning.rules.ts'

/** The scene of the messages. */
export const MARK = 'prodCateWarning'

const PAGE = 1000
const AT_ONCE = 100
const WAYS = { 1: 'notice', 2: 'sms', 3: 'wechat' } as const

/** Where the message of a log row leads; by it the log finds who has read the message. */
export const linkOf = ({ id, warningId }: { id: number; warningId: number }): string =>
  `/prodCateWarningMsg/info/${warningId}?log=${id}`

/** The products below a rule's categories, in pages; those for which another rule of the type is nearer are left out. */
async function* productsOf(db: Db, rule: Warning, rules: readonly Warning[], signal: AbortSignal) {
  const cateIds = await categoriesBelow(db, 1, rule.cateIds)
  let last = 0
  for (;;) {
    signal.throwIfAborted()
    const rows = await db
      .selectFrom('product')
      .select(['id', 'cateId', 'storeName'])
      .where('isDel', '=', 0)
      .where('isRecycle', '=', 0)
      .where('id', '>', last)
      .where(sql<boolean>`"cateId" && ${sql.val(cateIds)}::int[]`)
      .orderBy('id')
      .limit(PAGE)
      .execute()
    if (rows.length === 0) return
    last = rows.at(-1)?.id ?? last
    const distances = await categoryDistances(
      db,
      rows.map((row) => row.cateId),
    )
    yield rows.filter((_row, index) => {
      const [nearest] = nearestOf(reaching(rules, distances[index] ?? new Map()), (one) => one.warnType)
      return nearest?.id === rule.id
    })
  }
}

/** Tells the receivers of each product once in repeatDays; answers how many messages were new. */
async function tell(
  tx: Tx,
  rule: Warning,
  warned: readonly (Warned & { storeName: string })[],
  today: string,
): Promise<number> {
  const told = await tx
    .selectFrom('prodCateWarningLog')
    .select('productId')
    .where('warningId', '=', rule.id)
    .where(
      'productId',
      'in',
      warned.map((one) => one.productId),
    )
    .where(sql<boolean>`"day" > ${today}::date - ${rule.repeatDays}::int`)
    .execute()
  const known = new Set(told.map((one) => one.productId))
  let count = 0
  for (const { productId, value, facts, storeName } of warned) {
    if (known.has(productId)) continue
    const content = messageOf(rule.content, { ...facts, 商品: storeName })
    const row = await tx
      .insertInto('prodCateWarningLog')
      .values({ warningId: rule.id, productId, day: today, value, content, receiverIds: rule.receiverIds })
      .onConflict((conflict) => conflict.doNothing())
      .returning(['id', 'warningId'])
      .executeTakeFirst()
    if (row === undefined) continue
    await notify(
      tx,
      MARK,
      rule.receiverIds.map((id) => ({ kind: 'admin', id })),
      { 标题: rule.msgTitle, 内容: content, 链接: linkOf(row) },
      `cateWarning:${row.id}`,
      rule.notifyWay.map((way) => WAYS[way]),
    )
    count += 1
  }
  if (count > 0)
    await tx.updateTable('prodCateWarning').set({ lastTime: new Date() }).where('id', '=', rule.id).execute()
  return count
}

/** Catalog §8.7: warnings 2–5, one message per rule, product and repeatDays. */
export const cateWarning: JobDefinition = {
  name: 'catalog.cateWarning',
  title: '商品分类预警',
  cron: '0 0 7 * * *',
  async run(db, _params, signal) {
    const now = new Date()
    const today = formatDate(toSeconds(now))
    const rules = await db
      .selectFrom('prodCateWarning')
      .selectAll()
      .where('isDel', '=', 0)
      .where('status', '=', 1)
      .where('warnType', '<>', FOR_BUYERS)
      .where(
        sql<boolean>`coalesce("startTime", '-infinity') <= ${now} and coalesce("endTime", 'infinity') > ${now}`,
      )
      .orderBy('id')
      .execute()
    let count = 0
    for (const rule of rules) {
      const find = warningSource(db, rule.warnType)
      if (find === undefined) continue
      const alike = rules.filter((one) => one.warnType === rule.warnType)
      for await (const products of productsOf(db, rule, alike, signal)) {
        const names = new Map(products.map((one) => [one.id, one.storeName]))
        const warned = (await find(db, [...names.keys()], rule.threshold ?? 0)).map((one) => ({
          ...one,
          storeName: names.get(one.productId) ?? '',
        }))
        for (let at = 0; at < warned.length; at += AT_ONCE)
          count += await asSystem(db, (tx) => tell(tx, rule, warned.slice(at, at + AT_ONCE), today))
      }
    }
    return count
  },
}
