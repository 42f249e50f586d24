import { choice, decimal, flag, int, lines, money, refs, text } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'

export const CHARGE_TYPES = [
  { value: 1, label: '按件数' },
  { value: 2, label: '按重量' },
  { value: 3, label: '按体积' },
] as const

export const APPOINTS = [
  { value: 0, label: '全国包邮' },
  { value: 1, label: '指定条件包邮' },
  { value: 2, label: '自定义' },
] as const

/** More than 0 with the three places that quantities have. */
const more = (label: string) =>
  decimal(label, { required: true, decimals: 3, min: 0.001, max: 999_999, width: 110 })

/** What is charged where; the row without regions is that of the whole country. Pieces, kg or m³ by the charge type. */
export const regionLine = {
  cityIds: refs('配送地区', 'city', { width: 300 }),
  first: more('首件'),
  firstPrice: money('首费', { required: true, width: 110 }),
  renewal: more('续件'),
  renewalPrice: money('续费', { required: true, width: 110 }),
}

/** Where nothing is charged, and from when. */
export const freeLine = {
  cityIds: refs('包邮地区', 'city', { required: true, width: 300 }),
  number: more('包邮件数'),
  price: money('满额', { required: true, width: 110 }),
}

/** Platform §8.3. */
export const shippingTemplate = entity(
  'shippingTemplate',
  '运费模板',
  {
    name: text('模板名称', { max: 200, required: true, search: true }),
    type: choice('计费方式', CHARGE_TYPES, { required: true, initial: 1, filter: true }),
    appoint: choice('包邮方式', APPOINTS, { required: true, initial: 2, filter: true }),
    sort: int('排序', { initial: 0, help: '数字大的在前' }),
    regions: lines('配送地区及运费', regionLine, { max: 200 }),
    frees: lines('指定条件包邮', freeLine, { max: 200 }),
    status: flag('状态', { initial: 1, texts: ['启用', '停用'], filter: true }),
  },
  {
    title: 'name',
    order: [
      ['sort', 'desc'],
      ['id', 'asc'],
    ],
  },
)
