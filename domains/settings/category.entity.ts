import { choice, choices, decimal, flag, int, ref, text } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'

export const CATEGORY_TYPES = [
  { value: 1, label: '商品' },
  { value: 2, label: '素材' },
  { value: 3, label: '知识库' },
  { value: 4, label: '设置' },
  { value: 5, label: '菜单' },
  { value: 6, label: '配置' },
  { value: 7, label: '秒杀配置' },
] as const
export type CategoryType = (typeof CATEGORY_TYPES)[number]['value']

/** Licences a buyer needs for the products of a category; others are contracts. */
export const CATEGORY_LICENCES = [
  { value: 109, label: '食品经营许可证' },
  { value: 110, label: '烟酒许可证' },
] as const

/** Catalog §2.1. What a product of the category is proposed, for type 1 only. */
export const productDefaults = {
  sapHierarchy: text('SAP产品层次', { max: 18 }),
  taxRate: decimal('默认税率', { decimals: 2, max: 99.99 }),
  taxCode: text('税收分类编码', { max: 19 }),
  wmsGroupId: ref('默认仓储分组', 'sapWmsGroup'),
  paramId: ref('参数模板', 'productParam'),
  shelfLifeDays: int('默认保质期(天)'),
  needLicences: choices('所需证照', CATEGORY_LICENCES),
}

export const category = entity(
  'category',
  '分类',
  {
    pid: ref('上级分类', 'category', { required: true, filter: true }),
    name: text('分类名称', { max: 50, required: true, search: true }),
    type: choice('类型', CATEGORY_TYPES, { required: true, filter: true }),
    extra: text('图标', { max: 255 }),
    url: text('地址', { max: 255 }),
    sort: int('排序', { initial: 1 }),
    status: flag('状态', { initial: 1, texts: ['显示', '隐藏'], filter: true }),
    /** the chain of ancestors without itself: /0/12/35/ */
    path: text('路径', { max: 1000, readOnly: true, initial: '/0/' }),
    /** the id this category has in another system, by which imports find it again */
    sourceNo: text('外部编号', { max: 40, readOnly: true }),
    ...productDefaults,
  },
  {
    title: 'name',
    open: true,
    order: [
      ['sort', 'desc'],
      ['id', 'asc'],
    ],
  },
)
