import { CHANNELS } from '#domains/settings/settings.shared.ts'
import { choice, choices, datetime, flag, hourRange, int, ref, text } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'
import { LOGISTICS_MODES } from '../place/warehouse.entity.ts'
import { PRIORITIES } from '../ship/shipTask.entity.ts'
import { PICK_TYPES } from './pickList.entity.ts'

/** Which waiting tasks become a wave, and how often by themselves. Warehouse §5.2. */
export const waveStrategy = entity(
  'waveStrategy',
  '波次策略',
  {
    name: text('策略名称', { max: 50, required: true, unique: true, search: true, width: 160 }),
    warehouseId: ref('仓库', 'warehouse', { required: true, filter: true, width: 120 }),
    aheadDays: int('提前天数', {
      min: 0,
      max: 30,
      initial: 0,
      list: false,
      help: '取计划日期到今天加这些天为止的任务',
    }),
    channelIds: choices('渠道', CHANNELS, { list: false, help: '留空取全部' }),
    logisticsModes: choices('配送方式', LOGISTICS_MODES, { width: 160, help: '留空取全部' }),
    priority: choice('优先级', PRIORITIES, { list: false }),
    pickType: choice('拣货方式', PICK_TYPES, { width: 90, help: '留空按仓库配置' }),
    maxTasks: int('最大任务数', { min: 1, max: 500, width: 100, help: '留空按仓库配置' }),
    singleFirst: flag('单品订单优先', { initial: 0, width: 110 }),
    onlyComplete: flag('只取库存齐全的任务', {
      initial: 1,
      list: false,
      help: '关闭时，库存不够的任务转为缺货',
    }),
    everyMinutes: int('间隔(分)', {
      min: 5,
      max: 1440,
      width: 90,
      help: '留空不自动生成，只能立即执行',
    }),
    hours: hourRange('生成时段', { list: false, help: '留空全天' }),
    status: flag('状态', { initial: 1, texts: ['启用', '停用'], filter: true, width: 80 }),
    lastTime: datetime('最近执行', { readOnly: true, width: 150 }),
    lastResult: text('最近结果', { max: 200, readOnly: true, width: 200 }),
  },
  { title: 'name', scope: { warehouse: 'warehouseId' } },
)
