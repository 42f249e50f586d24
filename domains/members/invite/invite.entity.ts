import { CHANNELS } from '#domains/settings/settings.shared.ts'
import { choice, datetime, flag, int, ref, refs, text } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'
import { OF_USERS } from '../group/userGroup.entity.ts'
import { CODE_PATTERN } from './invite.rules.ts'

export const CODE_TYPES = [
  { value: 1, label: '员工' },
  { value: 2, label: '门店' },
  { value: 3, label: '渠道活动' },
  { value: 4, label: '会员' },
] as const
export type CodeType = (typeof CODE_TYPES)[number]['value']

/** Of whom a code is, by its type; one of a campaign is nobody's. */
export const CODE_OWNERS = { 1: 'admin', 2: 'store', 4: 'user' } as const

/** A code by which people come, and what they are given for it. Members §5.2. */
export const invitationCode = entity(
  'invitationCode',
  '邀请码',
  {
    code: text('邀请码', {
      max: 12,
      unique: true,
      search: true,
      pattern: CODE_PATTERN,
      message: '邀请码格式不正确，须为6到12位大写字母和数字，不含O、I、0、1',
      help: '6到12位大写字母和数字，不含O、I、0、1；留空自动生成',
      width: 130,
    }),
    name: text('名称', { max: 50, required: true, search: true, width: 170 }),
    codeType: choice('类型', CODE_TYPES, { required: true, filter: true, width: 90 }),
    ownerId: int('归属人', {
      refersBy: { field: 'codeType', entities: CODE_OWNERS },
      min: 1,
      list: false,
      form: false,
      port: false,
    }),
    channelId: choice('渠道', CHANNELS, { filter: true, width: 90 }),
    maxNum: int('使用上限', { initial: 0, max: 99_999_999, list: false, help: '0 为不限' }),
    usedNum: int('已用', { readOnly: true, initial: 0, list: false }),
    startTime: datetime('开始时间', { list: false }),
    endTime: datetime('结束时间', { list: false }),
    levelId: ref('赠客户等级', 'systemUserLevel', { list: false, help: '注册成功后给予的客户等级' }),
    groupId: ref('用户分组', 'userGroup', { narrows: OF_USERS, list: false }),
    tagIds: refs('用户标签', 'userTag', { list: false }),
    storeId: ref('归属门店', 'store', { list: false }),
    agentId: ref('归属客服', 'admin', { list: false }),
    linkUrl: text('落地页', { max: 500, list: false, port: false, help: '留空打开商城首页' }),
    status: flag('状态', { initial: 1, texts: ['启用', '停用'], filter: true, width: 80 }),
  },
  { title: 'name', code: 'code', order: [['id', 'desc']], grams: true },
)

const REWARD_STATES = [
  { value: 0, label: '未发放', means: 'waits' },
  { value: 1, label: '已发放', means: 'done' },
  { value: 2, label: '无奖励', means: 'off' },
] as const

/** Who came by a code. Members §5.2. */
export const inviteRecord = entity(
  'inviteRecord',
  '邀请记录',
  {
    codeId: ref('邀请码', 'invitationCode', { readOnly: true, required: true, list: false }),
    inviterUid: ref('邀请人', 'user', { readOnly: true }),
    uid: ref('被邀请人', 'user', { readOnly: true, required: true }),
    firstOrderTime: datetime('首单时间', { readOnly: true, width: 150 }),
    rewardStatus: choice('奖励状态', REWARD_STATES, { readOnly: true, initial: 0, width: 100 }),
  },
  { title: 'uid', order: [['id', 'desc']], part: true },
)
