import { CHANNELS } from '#domains/settings/settings.shared.ts'
import { choice, flag, int, percent, ref, text } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'

/** 销售渠道: who sells within a channel, a tree; a price of one also holds below it. Catalog §4.3. */
export const salesChannel = entity(
  'salesChannel',
  '销售渠道',
  {
    channelCode: text('渠道编码', { max: 10, required: true, unique: true, search: true, width: 110 }),
    channelName: text('渠道名称', { max: 50, required: true, search: true, width: 160 }),
    channelId: choice('所属渠道', CHANNELS, { required: true, filter: true, width: 90 }),
    pid: ref('上级', 'salesChannel', { initial: 0 }),
    sapSalesOrg: text('销售组织', { max: 4, width: 90 }),
    sapDistChannel: text('分销渠道', { max: 2, width: 90 }),
    division: text('产品组', { max: 2, width: 80 }),
    isOnline: flag('线上', { initial: 0, width: 70 }),
    defaultWarehouseId: ref('默认仓库', 'warehouse'),
    managerId: ref('渠道负责人', 'admin', { width: 110 }),
    priceRate: percent('参考折扣', { width: 90 }),
    sort: int('排序', { initial: 0, width: 70 }),
    status: flag('状态', { initial: 1, texts: ['启用', '停用'], filter: true, width: 70 }),
  },
  {
    title: 'channelName',
    code: 'channelCode',
    open: true,
    order: [
      ['sort', 'desc'],
      ['id', 'desc'],
    ],
  },
)
