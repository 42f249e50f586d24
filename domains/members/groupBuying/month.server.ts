import { sql } from 'kysely'
import type { Db, Tx } from '#kit/server/database.ts'
import { conflict, refuse } from '#kit/shared/errors.ts'
import { type Cents, formatMoney } from '#kit/shared/money.ts'
import { zonedTime } from '#kit/shared/time.ts'

/** yyyy-MM of the shop's zone. */
export function monthOf(time: Date): string {
  const { year, month } = zonedTime(time)
  return `${year}-${String(month).padStart(2, '0')}`
}

/** On what terms of their company a consumer buys. Doors §4, Members §5.3. */
export interface GroupBuyTerms {
  groupBuyingId: number
  shoudaId: number
  levelId: number | null
  /** 1 个人支付 2 企业CT账户 */
  payMode: 1 | 2
  /** 1 个人地址 2 单位送达方 */
  shipMode: 1 | 2
  /** 1 全部 2 目录商品 */
  productMode: 1 | 2
  /** cents a month; 0: no limit */
  monthLimit: Cents
  /** cents bought in this month */
  monthUsed: Cents
}

interface Found extends GroupBuyTerms {
  employeeId: number
}

/** The active employee a consumer is, with the company in force; undefined without. */
async function foundOf(db: Db, uid: number): Promise<Found | undefined> {
  const { rows } = await sql<Found>`
    select e."id" as "employeeId", g."id" as "groupBuyingId", g."shoudaId", g."levelId", g."payMode", g."shipMode",
      g."productMode", g."monthLimit", coalesce(m."used", 0) as "monthUsed"
    from "groupBuyEmployee" e join "groupBuying" g on g."id" = e."groupBuyingId"
    left join "groupBuyMonth" m on m."employeeId" = e."id" and m."month" = ${monthOf(new Date())}
    where e."uid" = ${uid} and e."status" = 1 and e."isDel" = 0 and g."isDel" = 0 and g."status" = 1
      and g."startTime" <= now() and g."endTime" > now()`.execute(db)
  return rows[0]
}

/**
 * The terms a consumer buys on as an employee of a company: cents, and how much of the month is used. null for who is none,
 * or whose company does not buy now. Doors §4, Members §5.3.
 */
export async function getGroupBuyTerms(db: Db, uid: number): Promise<GroupBuyTerms | null> {
  const found = await foundOf(db, uid)
  if (found === undefined) return null
  const { employeeId: _employeeId, ...terms } = found
  return terms
}

/**
 * Takes an order's amount (cents > 0) from the month of the employee. The same order again changes nothing. 422
 * 本月团购额度剩余{x}元 beyond the limit, 409 for who is no employee now. Doors §4, Members §5.3.
 */
export async function takeGroupMonth(tx: Tx, uid: number, orderSn: string, amount: Cents): Promise<void> {
  if (!Number.isSafeInteger(amount) || amount <= 0) throw new Error('An order takes a whole, positive amount')
  const terms = await foundOf(tx, uid)
  if (terms === undefined) throw conflict('您不在企业团购中，请刷新后重试')
  const month = monthOf(new Date())
  const first = await tx
    .insertInto('groupBuyUse')
    .values({ orderSn, employeeId: terms.employeeId, month, amount })
    .onConflict((one) => one.column('orderSn').doNothing())
    .returning('orderSn')
    .executeTakeFirst()
  if (first === undefined) return
  await sql`insert into "groupBuyMonth" ("employeeId", "month") values (${terms.employeeId}, ${month})
    on conflict do nothing`.execute(tx)
  const taken = await sql`
    update "groupBuyMonth" set "used" = "used" + ${amount}
    where "employeeId" = ${terms.employeeId} and "month" = ${month}
      and (${terms.monthLimit} = 0 or "used" + ${amount} <= ${terms.monthLimit})
    returning 1`.execute(tx)
  if (taken.rows.length === 0) {
    const now = await sql<{ used: number }>`
      select "used" from "groupBuyMonth" where "employeeId" = ${terms.employeeId} and "month" = ${month}`.execute(
      tx,
    )
    const left = Math.max(0, terms.monthLimit - (now.rows[0]?.used ?? 0))
    throw refuse(`本月团购额度剩余${formatMoney(left)}元`)
  }
  await addTotal(tx, terms.employeeId, amount)
}

/**
 * Gives back what an order took (cents > 0), in the month of the order and at most what it took; answers how much. For
 * cancelled orders and refunds: give each refund once. Doors §4, Members §5.3.
 */
export async function giveGroupMonth(tx: Tx, orderSn: string, amount: Cents): Promise<Cents> {
  if (!Number.isSafeInteger(amount) || amount <= 0)
    throw new Error('An order gives back a whole, positive amount')
  const use = await tx
    .selectFrom('groupBuyUse')
    .selectAll()
    .where('orderSn', '=', orderSn)
    .forUpdate()
    .executeTakeFirst()
  if (use === undefined) return 0
  const back = Math.min(amount, use.amount - use.back)
  if (back === 0) return 0
  await tx
    .updateTable('groupBuyUse')
    .set({ back: use.back + back })
    .where('orderSn', '=', orderSn)
    .execute()
  await sql`update "groupBuyMonth" set "used" = greatest(0, "used" - ${back})
    where "employeeId" = ${use.employeeId} and "month" = ${use.month}`.execute(tx)
  await addTotal(tx, use.employeeId, -back)
  return back
}

async function addTotal(tx: Tx, employeeId: number, amount: Cents): Promise<void> {
  await sql`update "groupBuyEmployee" set "totalAmount" = "totalAmount" + ${amount} where "id" = ${employeeId}`.execute(
    tx,
  )
}
