import { z } from 'zod'
import { choice, datetime, dict, flag, image, int, text } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'
import type { Choice } from '#kit/shared/field.ts'

export const TAG_TYPES = [
  { value: 1, label: '文字' },
  { value: 2, label: '图标角标' },
] as const satisfies readonly Choice[]

export const TAG_POSITIONS = [
  { value: 1, label: '左上' },
  { value: 2, label: '右上' },
  { value: 3, label: '左下' },
  { value: 4, label: '右下' },
] as const satisfies readonly Choice[]

export const AUTO_RULES = [
  { value: 0, label: '无' },
  { value: 1, label: '上新N天内' },
  { value: 2, label: '销量前N名' },
  { value: 3, label: '库存不足' },
  { value: 4, label: '参与促销' },
] as const satisfies readonly Choice[]

const colour = (label: string) => text(label, { max: 7, pattern: /^(#[0-9a-fA-F]{6})?$/, list: false })

/** Catalog §2.2. Which products carry it is kept at the products (tagIds). */
export const productTag = entity(
  'productTag',
  '商品标签',
  {
    tagName: text('标签名称', { max: 12, required: true, unique: true, search: true }),
    tagGroup: dict('标签分组', 'product_tag_group', { filter: true }),
    tagType: choice('样式', TAG_TYPES, { initial: 1, filter: true }),
    color: colour('文字颜色'),
    bgColor: colour('背景颜色'),
    icon: image('图标', { list: false }),
    position: choice('角标位置', TAG_POSITIONS, { initial: 1, list: false }),
    autoRule: choice('自动规则', AUTO_RULES, { initial: 0 }),
    autoValue: int('规则数值', { list: false, max: 100_000 }),
    startTime: datetime('开始时间', { list: false }),
    endTime: datetime('结束时间', { list: false }),
    sort: int('排序', { initial: 0 }),
    status: flag('状态', { initial: 1, texts: ['启用', '停用'], filter: true }),
  },
  {
    title: 'tagName',
    open: true,
    order: [
      ['sort', 'desc'],
      ['id', 'desc'],
    ],
  },
)

/** A label as it is drawn on a product. */
export const labelFacts = z.object({
  id: z.number(),
  tagName: z.string(),
  tagType: z.number(),
  color: z.string(),
  bgColor: z.string(),
  icon: z.string(),
  position: z.number(),
})
export type Label = z.infer<typeof labelFacts>
