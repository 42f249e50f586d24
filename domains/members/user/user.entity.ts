import { CHANNELS } from '#domains/settings/settings.shared.ts'
import { choice, date, datetime, flag, image, int, money, ref, text } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'
import { OF_CUSTOMERS, OF_USERS } from '../group/userGroup.entity.ts'
import {
  maskedBirthday,
  memberAccount,
  memberAddress,
  memberName,
  memberPhone,
  SENSITIVE,
} from '../members.rules.ts'
import { COUNTRIES, LIFE_STAGES, LIFE_STATES, SEXES, USER_STATES, USER_TYPES } from './user.choices.ts'

const made = { readOnly: true, list: false, port: false } as const

/** A consumer; its id is the uid. Only the functions of this room write what is readOnly. Members §2.1. */
export const user = entity(
  'user',
  '用户',
  {
    userNo: text('会员号', { max: 10, readOnly: true, unique: true, search: true, width: 110 }),
    account: memberAccount('账号', { readOnly: true, search: true, list: false }),
    nickname: text('昵称', { max: 50, search: true, width: 160 }),
    avatar: image('头像', { list: false }),
    realName: memberName('真实姓名', 30, { search: true, list: false }),
    sex: choice('性别', SEXES, { initial: 0, filter: true, width: 70 }),
    phone: memberPhone('手机号', { search: true }),
    birthday: date('生日', {
      list: false,
      masked: { permission: SENSITIVE, show: maskedBirthday },
      personal: true,
    }),
    /** as everybody sees it; the number itself lies encrypted in userSecret */
    cardId: text('身份证号', { max: 18, readOnly: true, list: false, port: false }),
    country: choice('国家', COUNTRIES, { initial: 'CN', filter: true, list: false }),
    provinceId: ref('省', 'city', { form: false, list: false, port: false }),
    cityId: ref('市', 'city', { form: false, list: false, port: false }),
    districtId: ref('所在地区', 'city', { list: false }),
    addres: memberAddress('详细地址'),
    mark: text('备注', { max: 255, long: true, list: false }),
    groupId: ref('用户分组', 'userGroup', { narrows: OF_USERS, filter: true, width: 110 }),
    customerGroupId: ref('客户分组', 'userGroup', { narrows: OF_CUSTOMERS, list: false, filter: true }),
    level: ref('会员等级', 'systemUserLevel', { readOnly: true, filter: true, width: 110 }),
    /** null: it does not end */
    levelExpire: datetime('等级有效期', made),
    levelLockTime: datetime('手工保持至', made),
    customerLevel: ref('客户等级', 'systemUserLevel', { readOnly: true, filter: true, width: 110 }),
    paidLevel: ref('付费等级', 'systemUserLevel', { readOnly: true, filter: true, list: false }),
    paidEndTime: datetime('会员到期', { readOnly: true, list: false }),
    isPaidMember: flag('付费会员', { readOnly: true, initial: 0, list: false }),
    experience: int('成长值', { readOnly: true, initial: 0, sortable: true, width: 90 }),
    signNum: int('连续签到', { readOnly: true, initial: 0, list: false }),
    status: choice('状态', USER_STATES, { readOnly: true, initial: 1, filter: true, width: 80 }),
    lifeStatus: choice('生命状态', LIFE_STATES, { readOnly: true, initial: 0, filter: true, list: false }),
    mergeToUid: ref('合并到', 'user', made),
    userType: choice('注册类型', USER_TYPES, { readOnly: true, initial: 'h5', filter: true, width: 90 }),
    loginType: choice('登录类型', USER_TYPES, { readOnly: true, list: false }),
    channelId: choice('来源渠道', CHANNELS, { initial: 1201, filter: true, width: 90 }),
    storeId: ref('归属门店', 'store', { filter: true, list: false }),
    agentId: ref('归属客服', 'admin', { filter: true, list: false }),
    companyId: ref('所属单位', 'company', { readOnly: true, filter: true, list: false }),
    orgUserId: ref('企业用户', 'orgUser', made),
    spreadUid: ref('推荐人', 'user', { readOnly: true, filter: true, width: 110 }),
    spreadTime: datetime('绑定时间', made),
    /** people whose spreadUid this is */
    spreadCount: int('下级人数', { readOnly: true, initial: 0, list: false }),
    /** uids of those above, from the first on: 1/7/12/, '' without any */
    path: text('推广路径', { max: 4000, ...made, unlogged: true }),
    isPromoter: flag('推广员', { initial: 0, filter: true, list: false }),
    promoterTime: datetime('成为推广员时间', made),
    inviteCodeId: ref('邀请码', 'invitationCode', { readOnly: true, filter: true, list: false }),
    /** what brought the registration: landing page, message, code */
    source: text('来源', { max: 30, ...made }),
    sourceId: int('来源活动', made),
    /** figures of userStat by which the list is filtered and ordered; written with it */
    payCount: int('消费次数', { readOnly: true, initial: 0, sortable: true, width: 90 }),
    netAmount: money('净消费', {
      readOnly: true,
      initial: 0,
      min: -99_999_999_999,
      sortable: true,
      width: 110,
    }),
    lastPayTime: datetime('最近消费', { readOnly: true, sortable: true, blankIsLeast: true, width: 150 }),
    lifeStage: choice('生命周期', LIFE_STAGES, { readOnly: true, initial: 1, filter: true, width: 90 }),
    /** the balance by which the list is ordered and filtered; what is shown is read from the account */
    nowMoney: money('余额', { readOnly: true, initial: 0, sortable: true, width: 110 }),
    subscribe: flag('关注公众号', { readOnly: true, initial: 0, list: false }),
    consent: flag('营销授权', { readOnly: true, initial: 1, list: false, texts: ['已授权', '未授权'] }),
    consentTime: datetime('授权时间', made),
    addIp: text('注册IP', { max: 45, ...made }),
    lastIp: text('最近登录IP', { max: 45, ...made }),
    firstVisitTime: datetime('首次访问', { readOnly: true, list: false }),
    lastVisitTime: datetime('最近访问', { readOnly: true, sortable: true, blankIsLeast: true, width: 150 }),
    lastLoginTime: datetime('最近登录', { readOnly: true, list: false }),
    cleanTime: datetime('清除时间', made),
    /** kept for clients of before, without effect */
    adminid: int('管理员编号', made),
    partnerId: int('合伙人', made),
  },
  {
    title: 'nickname',
    code: 'userNo',
    picture: 'avatar',
    grams: true,
    searchId: true,
    scope: {
      owner: 'agentId',
      agent: 'agentId',
      store: 'storeId',
      company: 'companyId',
      channel: 'channelId',
    },
  },
)
