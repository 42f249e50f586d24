import {
  choice,
  choices,
  fixed,
  flag,
  html,
  image,
  int,
  lines,
  money,
  ref,
  refs,
  text,
} from '#kit/fields/shared.ts'
import type { RowOf, Shape } from '#kit/shared/field.ts'
import { OF_USERS } from '../group/userGroup.entity.ts'

// What the operators of members set, in groups that are saved as a whole. Members §3.8, §3.9.

export const REGISTER_MODES = [
  { value: 1, label: '开放' },
  { value: 2, label: '需邀请码' },
  { value: 3, label: '仅白名单' },
] as const
export const ORDER_TIMES = [
  { value: 1, label: '支付' },
  { value: 2, label: '收货' },
  { value: 3, label: '完成' },
] as const
export const GROWTH_MODES = [
  { value: 1, label: '累计' },
  { value: 2, label: '周期' },
] as const
export const SIGN_CYCLES = [
  { value: 7, label: '7天' },
  { value: 30, label: '30天' },
] as const
export const SPREAD_BINDS = [
  { value: 1, label: '首次' },
  { value: 2, label: '新用户' },
] as const
export const RENEW_DAYS = [
  { value: 30, label: '30天' },
  { value: 15, label: '15天' },
  { value: 7, label: '7天' },
  { value: 3, label: '3天' },
  { value: 1, label: '1天' },
] as const

const CLOCK = { max: 5, pattern: /^([01]\d|2[0-3]):[0-5]\d$/, right: '例：22:00' } as const
const MOST = 99_999

/** 积分 and 成长值 of each day of a cycle of signing in. */
const signRule = {
  day: int('第几天', { required: true, min: 1, max: 30, width: 90 }),
  integral: int('积分', { initial: 0, max: MOST, width: 110 }),
  experience: int('成长值', { initial: 0, max: MOST, width: 110 }),
}

/** What the people of a role may add to and take from users by hand. */
const foundRow = {
  roleId: ref('角色', 'role', { required: true, width: 180 }),
  found_once_money: money('单次金额', { required: true, width: 130 }),
  found_day_money: money('每日金额', { required: true, width: 130 }),
  found_once_integral: int('单次积分', { required: true, width: 130 }),
}

const faqLine = {
  question: text('问题', { max: 50, required: true, width: 220 }),
  answer: text('答案', { max: 500, required: true, width: 420 }),
}

/** The keys of each group with their rules and defaults. */
export const CONFIGS = {
  base: {
    register_mode: choice('注册方式', REGISTER_MODES, { initial: 1 }),
    need_phone: flag('必绑手机', { initial: 1 }),
    default_avatar: image('默认头像', { ratio: 1 }),
    nickname_prefix: text('昵称前缀', { max: 10, initial: '用户', required: true }),
    default_groupId: ref('默认分组', 'userGroup', { narrows: OF_USERS }),
    default_tagIds: refs('默认标签', 'userTag', { max: 20 }),
    single_login: flag('单端登录', { initial: 0, help: '开启后在新的终端登录会结束其他终端的会话' }),
  },
  growth: {
    exp_order_ratio: fixed('实付1元得', {
      initial: 1,
      max: 100,
      help: '成长值按实付商品金额乘以此数，不计运费',
    }),
    exp_order_time: choice('发放时机', ORDER_TIMES, { initial: 2 }),
    exp_reply: int('评价', { initial: 5, max: MOST, help: '每条订单明细' }),
    exp_show: int('晒图', { initial: 5, max: MOST, help: '每张通过的晒图，每天最多20' }),
    exp_invite: int('邀请', { initial: 10, max: MOST, help: '被邀请人绑定手机后发放' }),
    growth_mode: choice('成长方式', GROWTH_MODES, {
      initial: 1,
      help: '累计：按全部成长值定级；周期：按近365天的成长值定级，等级有效12个月',
    }),
    level_drop_max: int('每次最多降级', { initial: 1, min: 1, max: 99, help: '周期方式下到期保级失败时' }),
    level_down_refund: flag('退款降级', { initial: 1, help: '累计方式下退款扣回成长值后是否降级' }),
  },
  sign: {
    sign_open: flag('开启签到', { initial: 1 }),
    sign_cycle: choice('周期天数', SIGN_CYCLES, { initial: 7 }),
    sign_rules: lines('每日奖励', signRule, { max: 30 }),
    sign_remind: flag('签到提醒', { initial: 0 }),
  },
  vip: {
    vip_open: flag('开启付费会员', { initial: 1 }),
    vip_refund_days: int('全额退款天数', {
      initial: 7,
      max: 365,
      help: '开通后这么多天内且未使用权益可全额退款',
    }),
    vip_renew_remind: choices('到期提醒', RENEW_DAYS, { initial: [7, 3, 1], help: '到期前这么多天提醒' }),
  },
  stage: {
    sleep_days: int('沉睡天数', { initial: 60, min: 1, max: 3650 }),
    churn_days: int('流失天数', { initial: 180, min: 1, max: 3650 }),
  },
  spread: {
    spread_open: flag('开启推广', { initial: 1 }),
    spread_bind: choice('绑定规则', SPREAD_BINDS, { initial: 2 }),
    inviteIntegral: int('邀请人积分', { initial: 0, max: MOST }),
    invitedIntegral: int('被邀请人积分', { initial: 0, max: MOST }),
  },
  reach: {
    freq_sms_day: int('短信每日', { initial: 1, max: 100 }),
    freq_sms_week: int('短信每7天', { initial: 2, max: 100 }),
    freq_wechat_day: int('公众号每日', { initial: 2, max: 100 }),
    freq_routine_day: int('小程序每日', { initial: 3, max: 100 }),
    freq_site_day: int('站内信每日', { initial: 5, max: 100 }),
    freq_all_day: int('营销合计每日', { initial: 3, max: 100 }),
    quiet_start: text('免打扰开始', { ...CLOCK, required: true, initial: '22:00' }),
    quiet_end: text('免打扰结束', { ...CLOCK, required: true, initial: '08:00' }),
    audit_num: int('需审核人数', { initial: 1000, max: 100_000_000 }),
    sms_need_audit: flag('短信必审', { initial: 0 }),
  },
  privacy: {
    erase_days: int('注销冷静期', { initial: 15, max: 365, help: '天' }),
    erase_keep_days: int('注销号码保留', { initial: 180, max: 3650, help: '天，期间再次注册不算新客' }),
    reveal_day_limit: int('每日查看次数', { initial: 50, max: 100_000 }),
    export_audit_rows: int('明文导出需审核行数', { initial: 1000, max: 1_000_000 }),
    visit_keep_days: int('访问明细保留', { initial: 180, min: 1, max: 3650, help: '天' }),
  },
  feedback: {
    first_reply_hours: int('首次回复时限', { initial: 24, min: 1, max: 720, help: '小时，投诉减半' }),
    close_days: int('自动关闭天数', { initial: 7, min: 1, max: 365, help: '回复后用户未再回应' }),
  },
  found: {
    found_rows: lines('角色额度', foundRow, { max: 100 }),
  },
  memberHelp: {
    title: text('标题', { max: 50, required: true, initial: '会员帮助' }),
    content: html('内容', { required: true }),
    levelTable: flag('展示等级表', { initial: 1 }),
    taskTable: flag('展示任务', { initial: 1 }),
    faq: lines('常见问题', faqLine, { max: 50 }),
    status: flag('状态', { initial: 1, texts: ['启用', '停用'] }),
  },
} as const satisfies Record<string, Shape>

export type ConfigType = keyof typeof CONFIGS
export type ConfigOf<T extends ConfigType> = RowOf<(typeof CONFIGS)[T]>

/** The groups in the order of their tabs. */
export const CONFIG_TYPES = [
  { value: 'base', label: '注册' },
  { value: 'growth', label: '成长值' },
  { value: 'sign', label: '签到' },
  { value: 'vip', label: '付费会员' },
  { value: 'stage', label: '生命周期' },
  { value: 'spread', label: '推广' },
  { value: 'reach', label: '触达频控' },
  { value: 'privacy', label: '隐私' },
  { value: 'feedback', label: '反馈' },
  { value: 'found', label: '调整额度' },
  { value: 'memberHelp', label: '会员帮助' },
] as const satisfies readonly { value: ConfigType; label: string }[]

/** Written for each channel apart; the other groups hold for all of them (channelId 0). Decision 0152. */
export const OF_CHANNELS: ReadonlySet<ConfigType> = new Set(['memberHelp'])

/** What a group begins with that its fields cannot say. */
export const BEGINNINGS: Partial<Record<ConfigType, Readonly<Record<string, unknown>>>> = {
  sign: {
    sign_rules: [1, 2, 3, 4, 5, 6, 7].map((day) => ({
      day,
      integral: day === 7 ? 10 : day,
      experience: day === 7 ? 5 : 1,
    })),
  },
}
