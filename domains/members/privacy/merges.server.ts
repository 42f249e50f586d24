import { sql } from 'kysely'
import { type ConsumerMerge, declareMerge, movesUid, staysWith } from '#kit/server/consumers.ts'
import { mergeMemberships } from './membershipMerge.server.ts'
import { addsUp } from './rowMoves.server.ts'

const FIGURES = [
  ...[
    'payCount',
    'payAmount',
    'refundAmount',
    'netAmount',
    'goodsNum',
    'refundCount',
    'couponUnused',
    'couponSoon',
  ],
  ...[
    'cartNum',
    'favouriteNum',
    'visitDays30',
    'shareNum',
    'replyNum',
    'showNum',
    'feedbackNum',
    'sessionNum',
    'drawNum',
  ],
]
const DAY_FIGURES = [
  ...['payCount', 'payAmount', 'refundAmount', 'refundCount', 'goodsNum', 'usedCouponCount', 'visits'],
  ...['shareNum', 'replyNum', 'showNum'],
]
const GOODS_FIGURES = ['payCount', 'goodsNum', 'payAmount', 'refundAmount', 'viewCount']

/** What is in both carts is there together; nobody has more than a cart takes. */
const cart: ConsumerMerge = {
  title: '购物车',
  async merge(tx, from, to) {
    await sql`update "userCart" own set "num" = least(9999, own."num" + other."num") from "userCart" other
      where own."uid" = ${to} and other."uid" = ${from} and own."skuId" = other."skuId" and own."isDel" = 0
        and other."isDel" = 0`.execute(tx)
    return movesUid('userCart', '', { by: ['skuId'], left: 'goes' }).merge(tx, from, to)
  },
}

const addresses: ConsumerMerge = {
  title: '收货地址',
  async merge(tx, from, to) {
    await sql`update "userAddress" set "isDefault" = 0 where "uid" = ${from} and exists
      (select 1 from "userAddress" where "uid" = ${to} and "isDefault" = 1 and "isDel" = 0)`.execute(tx)
    return movesUid('userAddress', '').merge(tx, from, to)
  },
}

/** Nobody is an employee of two companies. */
const employee: ConsumerMerge = {
  title: '团购员工',
  async refuses(db, from, to) {
    const { rows } = await sql<{ n: number }>`
      select count(distinct "groupBuyingId")::int as "n" from "groupBuyEmployee"
      where "uid" in (${from}, ${to}) and "status" in (1, 2) and "isDel" = 0`.execute(db)
    return (rows[0]?.n ?? 0) > 1 ? '两个用户是不同团购企业的员工' : null
  },
  async merge(tx, from, to) {
    await sql`update "groupBuyEmployee" own set "status" = 3, "givenLevelId" = null where own."uid" = ${from}
      and own."status" in (1, 2) and exists (select 1 from "groupBuyEmployee" other where other."uid" = ${to}
        and other."status" in (1, 2) and other."isDel" = 0)`.execute(tx)
    return movesUid('groupBuyEmployee', '').merge(tx, from, to)
  },
}

/** Who was invited by either; of two invitations of one person the first stays with the account that is kept. */
const invited: ConsumerMerge = {
  title: '邀请记录',
  async merge(tx, from, to) {
    const { numAffectedRows } =
      await sql`update "inviteRecord" set "inviterUid" = ${to} where "inviterUid" = ${from}`.execute(tx)
    const own = await movesUid('inviteRecord', '', { by: [], left: 'stays' }).merge(tx, from, to)
    return Number(numAffectedRows ?? 0) + own
  },
}

const memberships: ConsumerMerge = { title: '付费会员', merge: mergeMemberships }

const secrets: ConsumerMerge = movesUid('userSecret', '身份证号', { by: [], left: 'goes' })

/** What a merge does with the tables of this room. Members §10.3. */
export const memberMerges = [
  declareMerge('userIdentity', movesUid('userIdentity', '第三方账号')),
  declareMerge('userAddress', addresses),
  declareMerge('userVisitRecord', movesUid('userVisitRecord', '访问记录')),
  declareMerge('userCart', cart),
  declareMerge('userFavourite', movesUid('userFavourite', '收藏', { by: ['productId'], left: 'goes' })),
  declareMerge('userSecret', secrets),
  declareMerge(
    'userStat',
    addsUp('userStat', '画像', {
      by: [],
      sums: FIGURES,
      least: ['firstPayTime'],
      most: ['lastPayTime', 'lastVisitTime', 'maxPayAmount'],
    }),
  ),
  declareMerge(
    'userDayStat',
    addsUp('userDayStat', '日汇总', {
      by: ['day'],
      sums: DAY_FIGURES,
      most: ['maxPayAmount', 'signed'],
      bits: ['orderChannels'],
    }),
  ),
  declareMerge(
    'userGoodsStat',
    addsUp('userGoodsStat', '购买偏好', {
      by: ['productId'],
      sums: GOODS_FIGURES,
      least: ['firstPayTime'],
      most: ['lastPayTime', 'lastViewTime'],
    }),
  ),
  declareMerge('userStatSource', movesUid('userStatSource', '统计来源')),
  declareMerge('userOrderFact', movesUid('userOrderFact', '消费记录')),
  declareMerge('userRefundFact', movesUid('userRefundFact', '退款记录')),
  declareMerge('userFounds', movesUid('userFounds', '人工调整')),
  declareMerge('userLevel', staysWith('等级变更记录')),
  // Growth goes by a pair of entries, so that the ledger of either can be added up.
  declareMerge('userExperienceRecord', staysWith('成长值流水')),
  declareMerge('growthLine', movesUid('growthLine', '订单成长值')),
  declareMerge('equityUse', movesUid('equityUse', '权益使用')),
  declareMerge('userPaidMember', memberships),
  declareMerge('vipOrder', movesUid('vipOrder', '会员开通单')),
  declareMerge(
    'vipTaskRecord',
    movesUid('vipTaskRecord', '任务记录', { by: ['taskId', 'periodKey'], left: 'stays' }),
  ),
  declareMerge(
    'vipTaskHit',
    movesUid('vipTaskHit', '任务明细', { by: ['taskId', 'sourceType', 'sourceId'], left: 'stays' }),
  ),
  declareMerge('userSign', movesUid('userSign', '签到', { by: ['createDay', 'type'], left: 'stays' })),
  declareMerge('inviteRecord', invited),
  declareMerge('groupBuyEmployee', employee),
  declareMerge('sensitiveLog', staysWith('敏感查看日志')),
  declareMerge('userErase', staysWith('注销单')),
]
