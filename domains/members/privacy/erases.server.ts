import { sql } from 'kysely'
import { type ConsumerErase, declareErase, deletesRows, keepsRows } from '#kit/server/consumers.ts'
import { postExperience } from '../level/experience.server.ts'

const affected = (done: { numAffectedRows?: bigint | undefined }): number => Number(done.numAffectedRows ?? 0)

const membership: ConsumerErase = {
  title: '付费会员',
  async guards(db, uid) {
    const row = await db
      .selectFrom('userPaidMember')
      .select('id')
      .where('uid', '=', uid)
      .where('status', 'in', [0, 1])
      .executeTakeFirst()
    return row === undefined ? [] : [{ text: '生效中的付费会员', to: `/user/levelUserInfo/${uid}` }]
  },
  erase: async () => 0,
}

/** Guarded while active; of one who left only the number of the row remains. */
const employee: ConsumerErase = {
  title: '团购员工',
  async guards(db, uid) {
    const row = await db
      .selectFrom('groupBuyEmployee')
      .select(['groupBuyingId'])
      .where('uid', '=', uid)
      .where('status', 'in', [0, 1, 2])
      .where('isDel', '=', 0)
      .executeTakeFirst()
    return row === undefined
      ? []
      : [{ text: '未离职的团购员工', to: `/user/groupBuying/employeeManagement/${row.groupBuyingId}` }]
  },
  async erase(tx, uid) {
    return affected(
      await sql`update "groupBuyEmployee" set "realName" = '已注销用户', "phone" = '', "empNo" = 'ZX' || "id",
        "deptName" = '', "uid" = null where "uid" = ${uid}`.execute(tx),
    )
  },
}

/** Growth goes to nothing by an entry of its own; the ledger stays. */
const growth: ConsumerErase = {
  title: '成长值',
  async forfeits(db, uid) {
    const row = await db.selectFrom('user').select('experience').where('id', '=', uid).executeTakeFirst()
    return row === undefined || row.experience === 0 ? [] : [{ text: `成长值${row.experience}` }]
  },
  async erase(tx, uid) {
    const row = await tx
      .selectFrom('user')
      .select('experience')
      .where('id', '=', uid)
      .executeTakeFirstOrThrow()
    if (row.experience > 0)
      await postExperience(tx, {
        ...{ uid, amount: -row.experience, linkType: 'system', linkId: `erase-${uid}`, title: '账号注销' },
      })
    return row.experience
  },
}

/** What was told about the person by lists of names: the phone and what else is theirs. */
const listed: ConsumerErase = {
  title: '黑白名单',
  erase: async (tx, uid) =>
    affected(
      await sql`delete from "nameList" where ("objectType" = 1 and "objectValue" = ${String(uid)})
        or ("objectType" = 2 and "objectValue" in (select "phone" from "user" where "id" = ${uid} and "phone" <> ''))
        or ("objectType" = 3 and "objectValue" in (select "openid" from "userIdentity" where "uid" = ${uid}))`.execute(
        tx,
      ),
    ),
}

/** Places and age go; what was bought and how often stays as figures of nobody. */
const figures: ConsumerErase = {
  title: '画像',
  erase: async (tx, uid) =>
    affected(
      await sql`update "userStat" set "age" = null, "provinceId" = null, "cityId" = null where "uid" = ${uid}`.execute(
        tx,
      ),
    ),
}

const looks: ConsumerErase = {
  title: '敏感查看日志',
  erase: async (tx, uid) =>
    affected(await sql`update "sensitiveLog" set "reasonText" = '' where "uid" = ${uid}`.execute(tx)),
}

/** Messages to the phone, codes among them. */
const messages: ConsumerErase = {
  title: '短信记录',
  async erase(tx, uid) {
    const phone = sql`(select "phone" from "user" where "id" = ${uid} and "phone" <> '')`
    const sent =
      await sql`update "smsRecord" set "phone" = '', "content" = '', "sourceId" = "sourceId" || '#' || "id"
      where "phone" = ${phone}`.execute(tx)
    await sql`delete from "smsCode" where "phone" = ${phone}`.execute(tx)
    await sql`delete from "smsReply" where "phone" = ${phone}`.execute(tx)
    return affected(sent)
  },
}

const merges: ConsumerErase = {
  title: '合并前记录',
  erase: async (tx, uid) =>
    affected(await sql`delete from "mergeSnapshot" where "toUid" = ${uid} or "fromUid" = ${uid}`.execute(tx)),
}

/** What an erasure does with the tables of this room, and with messages to the phone. The user's own row is the last step. */
export const memberErases = [
  declareErase('smsRecord', messages),
  declareErase('nameList', listed),
  declareErase('userIdentity', deletesRows('userIdentity', '第三方账号')),
  declareErase('userAddress', deletesRows('userAddress', '收货地址')),
  declareErase('userVisitRecord', deletesRows('userVisitRecord', '访问记录')),
  declareErase('userCart', deletesRows('userCart', '购物车')),
  declareErase('userFavourite', deletesRows('userFavourite', '收藏')),
  declareErase('userSecret', deletesRows('userSecret', '身份证号')),
  declareErase('userStat', figures),
  declareErase('userDayStat', keepsRows('日汇总')),
  declareErase('userGoodsStat', deletesRows('userGoodsStat', '购买偏好')),
  declareErase('userStatSource', keepsRows('统计来源')),
  declareErase('userOrderFact', keepsRows('消费记录')),
  declareErase('userRefundFact', keepsRows('退款记录')),
  declareErase('userFounds', keepsRows('人工调整')),
  declareErase('userLevel', keepsRows('等级变更记录')),
  declareErase('userExperienceRecord', growth),
  declareErase('growthLine', keepsRows('订单成长值')),
  declareErase('equityUse', keepsRows('权益使用')),
  declareErase('userPaidMember', membership),
  declareErase('vipOrder', keepsRows('会员开通单')),
  declareErase('vipTaskRecord', deletesRows('vipTaskRecord', '任务记录')),
  declareErase('vipTaskHit', deletesRows('vipTaskHit', '任务明细')),
  declareErase('userSign', deletesRows('userSign', '签到')),
  declareErase('inviteRecord', keepsRows('邀请记录')),
  declareErase('groupBuyEmployee', employee),
  declareErase('sensitiveLog', looks),
  declareErase('userErase', keepsRows('注销单')),
  declareErase('userMerge', merges),
]
