import { choice, choices, flag, int, ref, text } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'

/** The sales channels of the house. Doors §7.1. */
export const CHANNELS = [
  { value: 1201, label: '商城' },
  { value: 1202, label: '供应链' },
  { value: 1203, label: 'CT渠道' },
  { value: 1204, label: '企业' },
  { value: 1205, label: '个人' },
] as const

/** How warm goods are kept, in stores and on the way. Doors §7.1 tempZone. */
export const TEMP_ZONES = [
  { value: 1, label: '常温' },
  { value: 2, label: '阴凉' },
  { value: 3, label: '冷藏' },
  { value: 4, label: '冷冻' },
] as const

const LIST_CLASSES = [
  { value: 'default', label: '默认' },
  { value: 'primary', label: '主要' },
  { value: 'success', label: '成功' },
  { value: 'info', label: '信息' },
  { value: 'warning', label: '警告' },
  { value: 'danger', label: '危险' },
] as const

/** Platform §8.1. Types of the system carry values that code relies on. */
export const dictType = entity(
  'dictType',
  '字典类型',
  {
    dictName: text('字典名称', { max: 50, required: true, search: true }),
    dictType: text('字典类型', {
      max: 60,
      required: true,
      unique: true,
      search: true,
      pattern: /^[a-z0-9_]+$/,
    }),
    groupId: ref('分组', 'category', { categoryType: 4, filter: true }),
    isSystem: flag('系统内置', { initial: 0, readOnly: true, filter: true }),
    status: flag('状态', { initial: 1, texts: ['正常', '停用'], filter: true }),
    remark: text('备注', { max: 500 }),
  },
  { title: 'dictName', code: 'dictType', open: true, order: [['id', 'asc']] },
)

export const dictData = entity(
  'dictData',
  '字典数据',
  {
    dictId: ref('字典类型', 'dictType', { required: true, filter: true }),
    dictLabel: text('字典标签', { max: 50, required: true, search: true }),
    dictValue: text('字典键值', { max: 50, required: true }),
    dictSort: int('排序', { initial: 0 }),
    listClass: choice('回显样式', LIST_CLASSES, { initial: 'default' }),
    cssClass: text('样式', { max: 50 }),
    isDefault: flag('是否默认', { initial: 0 }),
    channelIds: choices('适用渠道', CHANNELS),
    pid: ref('上级', 'dictData', { initial: 0, filter: true }),
    extra: text('附加信息', { max: 5000, long: true }),
    status: flag('状态', { initial: 1, texts: ['正常', '停用'], filter: true }),
    remark: text('备注', { max: 500 }),
  },
  {
    title: 'dictLabel',
    code: 'dictValue',
    open: true,
    order: [
      ['dictSort', 'asc'],
      ['id', 'asc'],
    ],
  },
)
