import { CHANNELS } from '#domains/settings/settings.shared.ts'
import {
  choice,
  fixed,
  flag,
  image,
  int,
  money,
  month,
  percent,
  ref,
  text,
  texts,
} from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'
import { STARS } from '../company/company.entity.ts'

/** The class of a channel's companies, given by their evaluation. Catalog §6.5. */
export const orgLevel = entity(
  'orgLevel',
  '组织等级',
  {
    grade: int('级别', { required: true, min: 1, max: 99, sortable: true, width: 80 }),
    levelName: text('等级名称', { max: 20, required: true, unique: true, search: true, width: 140 }),
    channelId: choice('渠道', CHANNELS, { required: true, filter: true }),
    icon: image('图标', { ratio: 1, list: false, port: false }),
    color: text('颜色', { max: 20, pattern: /^#[0-9a-fA-F]{6}$/, list: false, port: false }),
    discount: percent('折扣(%)', { help: '95.00 表示按 95% 付款，留空不打折' }),
    minScore: percent('最低得分', { required: true }),
    minMonthAmount: money('最低月采购额', { help: '留空不限' }),
    keepMonths: int('保级月数', {
      initial: 3,
      max: 99,
      help: '连续这么多个月低于最低得分才降级',
      list: false,
    }),
    equities: texts('等级权益', { each: 50, list: false }),
    remark: text('备注', { max: 200, long: true, list: false }),
    status: flag('状态', { initial: 1, texts: ['启用', '停用'], filter: true }),
  },
  {
    title: 'levelName',
    order: [
      ['channelId', 'asc'],
      ['grade', 'desc'],
    ],
  },
)

export const LEVEL_CHANGES = [
  { value: 1, label: '升级', means: 'done' },
  { value: 2, label: '降级', means: 'wrong' },
  { value: 3, label: '手工', means: 'off' },
] as const

/** Every change of a company's level or star, from the old to the new value; only added. Catalog §6.5, §8.3. */
export const orgLevelLog = entity(
  'orgLevelLog',
  '等级日志',
  {
    companyId: ref('单位', 'company', { required: true, filter: true }),
    channelId: choice('渠道', CHANNELS, { filter: true }),
    beforeLevelId: int('原等级ID', { list: false, port: false }),
    beforeLevelName: text('原等级', { max: 20 }),
    afterLevelId: int('新等级ID', { list: false, port: false }),
    afterLevelName: text('新等级', { max: 20 }),
    beforeStar: int('原星级'),
    afterStar: int('新星级'),
    changeType: choice('方式', LEVEL_CHANGES, { required: true, filter: true }),
    score: fixed('评分', {}),
    evaluateMonth: month('测评月份'),
    evaluationNo: text('评定单号', { max: 20 }),
    remark: text('原因', { max: 200 }),
    operatorName: text('操作人', { max: 50 }),
  },
  { title: 'companyId', scope: { company: 'companyId', owner: 'createBy' } },
)

/** What a person sets by hand; left out, the level or the star stays. Catalog §6.1. */
export const setLevelShape = {
  orgLevelId: ref('门店等级', 'orgLevel'),
  star: choice('星级', STARS),
  reason: text('调整原因', { max: 200, required: true }),
}
