import { sapFields } from '#domains/sap/sap.shared.ts'
import { TEMP_ZONES } from '#domains/settings/settings.shared.ts'
import { choice, flag, int, refs, text } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'

const OUT_RULES = [
  { value: 1, label: '先到期先出' },
  { value: 2, label: '先进先出' },
  { value: 3, label: '指定批次' },
] as const

/** Catalog §2.2. */
export const sapWmsGroup = entity(
  'sapWmsGroup',
  'SAP仓储分组',
  {
    groupCode: text('分组代码', { max: 10, required: true, unique: true, search: true }),
    groupName: text('分组名称', { max: 40, required: true, search: true }),
    sapMatGroup: text('SAP物料组', { max: 9 }),
    tempZone: choice('温层', TEMP_ZONES, { required: true, filter: true }),
    putawaySection: refs('默认库区', 'section', { list: false }),
    pickOrder: int('拣货顺序'),
    outRule: choice('出库规则', OUT_RULES, { initial: 1 }),
    mixBatch: flag('允许混批', { initial: 0 }),
    maxStack: int('最大堆码层数'),
    status: flag('状态', { initial: 1, texts: ['启用', '停用'], filter: true }),
    ...sapFields,
  },
  { title: 'groupName', code: 'groupCode', order: [['id', 'asc']] },
)
