import { sql } from 'kysely'
import type { Db } from '#kit/server/database.ts'
import { exportEntity } from '#kit/server/exportEntity.ts'
import { declareWatch } from '#kit/server/home.ts'
import { answerPage, answerRow, type ListOptions } from '#kit/server/list.ts'
import { declareEntityRef } from '#kit/server/refs.ts'
import type { ServerPart } from '#kit/server/room.ts'
import { readRow } from '#kit/server/rows.ts'
import { change, read } from '#kit/server/serve.ts'
import { startTask } from '#kit/server/tasks/start.ts'
import type { Who } from '#kit/server/who.ts'
import { notFound } from '#kit/shared/errors.ts'
import { formatMoney } from '#kit/shared/money.ts'
import { startOfDay } from '#kit/shared/time.ts'
import { shownLevels } from '../level/levels.server.ts'
import { ofSeenUsers } from '../level/seen.server.ts'
import { customerOf } from '../sign/sign.server.ts'
import { user } from '../user/user.entity.ts'
import { ofNamedUser } from '../user/userSearch.server.ts'
import { vipCalls as calls } from './membership.calls.ts'
import { vipOrder } from './membership.entity.ts'
import { vipEvent } from './paid.server.ts'
import {
  findOrder,
  givePlan,
  hasBought,
  openedScene,
  planOnSale,
  priceFor,
  quoteRefund,
} from './vipOrder.server.ts'
import { soonScene, vipJob } from './vipTick.server.ts'

async function orderOptions(who: Who, db: Db): Promise<ListOptions> {
  return {
    where: await ofSeenUsers(db, who, vipOrder.name),
    alsoFound: (word) => ofNamedUser(db, vipOrder.name, word),
    reads: ['user'],
  }
}

const exporting = exportEntity(vipOrder, calls.exportOrders, {
  list: (who, _input, db) => orderOptions(who, db),
  joined: calls.list.answer.shape ?? {},
})

/** An order of a user whom the person may see; 404 else. */
export async function seenOrder(db: Db, who: Who, id: number) {
  const order = await findOrder(db, id)
  if (order === undefined) throw notFound()
  await readRow(db, who, user, order.uid, { deleted: true })
  return order
}

const SOON_DAYS = 7

async function readFigures(db: Db, who: Who, now: Date) {
  const seen = sql.join([sql`true`, ...(await ofSeenUsers(db, who, 'p'))], sql` and `)
  const [today, soon] = [startOfDay(now), startOfDay(now, SOON_DAYS + 1)]
  const { rows } = await sql<{
    members: number
    openedToday: number
    endingSoon: number
    over: number
    renewed: number
  }>`
    select count(distinct p."uid") filter (where p."status" = 1)::int as "members",
      count(*) filter (where o."status" = 1 and o."payTime" >= ${today})::int as "openedToday",
      count(*) filter (where p."status" = 1 and p."endTime" < ${soon} and next."id" is null)::int as "endingSoon",
      count(*) filter (where p."status" = 2)::int as "over",
      count(*) filter (where p."status" = 2 and next."id" is not null)::int as "renewed"
    from "userPaidMember" p join "vipOrder" o on o."id" = p."vipOrderId"
      left join lateral (select n."id" from "userPaidMember" n where n."uid" = p."uid" and n."startTime" > p."startTime"
        and n."status" in (0, 1, 2) and n."startTime" <= p."endTime" + interval '30 days' limit 1) next on true
    where ${seen}`.execute(db)
  const found = rows[0] ?? { members: 0, openedToday: 0, endingSoon: 0, over: 0, renewed: 0 }
  const { over, renewed, ...told } = found
  return { ...told, renewRate: over === 0 ? null : Math.round((renewed * 10_000) / over) / 100 }
}

/** Paid levels with what their plans cost this customer now. Members §20. */
async function readPlans(db: Db, uid: number) {
  const levels = await shownLevels(db, 2)
  if (levels.length === 0) return []
  const bought = await hasBought(db, uid)
  const rows = await db
    .selectFrom('systemUserLevel')
    .selectAll()
    .where(
      'id',
      'in',
      levels.map((one) => one.id),
    )
    .orderBy('grade')
    .execute()
  const plans = await db
    .selectFrom('vipPlan')
    .selectAll()
    .where(
      'levelId',
      'in',
      levels.map((one) => one.id),
    )
    .where('isDel', '=', 0)
    .where('status', '=', 1)
    .orderBy('sort', 'desc')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    ...row,
    plans: plans
      .filter((plan) => plan.levelId === row.id)
      .map((plan) => ({
        ...plan,
        payPrice: priceFor(plan, bought),
        isSoldOut: plan.limitNum > 0 && plan.soldNum >= plan.limitNum ? (1 as const) : (0 as const),
      })),
  }))
}

/** Periods that end soon and are followed by nothing. */
const endingSoon = declareWatch('members.vipSoon', {
  label: '付费会员7日内到期',
  to: '/user/grade?tab=vip',
  permission: calls.list.permission,
  count: async (db, who) => (await readFigures(db, who, new Date())).endingSoon,
})

export const membershipServer: ServerPart = {
  served: [
    read(calls.list, async (db, who, input) =>
      answerPage(db, who, vipOrder, calls.list.answer, input, await orderOptions(who, db)),
    ),
    read(calls.info, async (db, who, { id }) => {
      await seenOrder(db, who, id)
      return answerRow(db, who, vipOrder, calls.info.answer, id)
    }),
    read(calls.quote, async (db, who, { id, usedAmount }) => {
      const order = await seenOrder(db, who, id)
      const { amount, ...quote } = await quoteRefund(db, order, usedAmount, new Date())
      return { ...quote, amount: formatMoney(amount) }
    }),
    read(calls.figures, (db, who) => readFigures(db, who, new Date())),
    change(calls.give, async (tx, who, { uids, planId, reason }) => {
      const plan = await planOnSale(tx, planId)
      for (const uid of [...uids].sort((a, b) => a - b)) {
        await readRow(tx, who, user, uid)
        await givePlan(tx, uid, plan, reason, new Date())
      }
      return { given: uids.length }
    }),
    change(calls.exportOrders, (tx, who, input) => startTask(tx, who, exporting, input)),
    read(calls.planList, (db, { uid }) => readPlans(db, customerOf(uid))),
  ],
  tasks: [exporting],
  jobs: [vipJob],
  registers: [
    vipEvent,
    openedScene,
    soonScene,
    endingSoon,
    declareEntityRef('vipOrder', 'orderNo'),
    declareEntityRef('vipPlan', 'planName'),
  ],
}
