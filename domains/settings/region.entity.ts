import { choice, decimal, flag, int, ref, text } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'

const LEVELS = [
  { value: 0, label: '省' },
  { value: 1, label: '市' },
  { value: 2, label: '区县' },
] as const

/** Platform §8.2. The id of a region is its code as a number (650000 新疆); on the wire it is also called cityId. */
export const systemCity = entity(
  'systemCity',
  '城市数据',
  {
    parentId: ref('上级', 'city', { initial: 0, readOnly: true }),
    level: choice('级别', LEVELS, { required: true, readOnly: true }),
    name: text('地区名称', { max: 100, required: true, search: true }),
    areaCode: text('区号', { max: 12, pattern: /^\d*$/, search: true }),
    /** first letters of the name */
    pinyin: text('拼音', { max: 100, readOnly: true, search: true }),
    lng: decimal('经度', { decimals: 6, min: -180, max: 180 }),
    lat: decimal('纬度', { decimals: 6, min: -90, max: 90 }),
    sort: int('排序', { initial: 0, help: '数字大的在前' }),
    isShow: flag('是否显示', { initial: 1, texts: ['显示', '隐藏'] }),
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
