import { choice, flag, int, ref, refs } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'

export const RELATION_KINDS = [
  { value: 1, label: '互斥' },
  { value: 2, label: '包含' },
  { value: 3, label: '关联商品标签' },
  { value: 4, label: '关联内容' },
] as const
export const EXCLUDES = 1
export const IMPLIES = 2

/** The entity that the other end of a relation names. */
export const RELATION_ENTITY = { 1: 'userTag', 2: 'userTag', 3: 'productTag', 4: 'article' } as const

/** What having a tag means for other tags, for products and for content. Members §4.3. */
export const tagRelation = entity(
  'tagRelation',
  '标签关系',
  {
    kind: choice('关系', RELATION_KINDS, { required: true, filter: true, width: 120 }),
    fromTagId: ref('标签', 'userTag', { required: true, filter: true, width: 140 }),
    // What they name follows from the kind; the server checks them there.
    toIds: refs('关联对象', 'tagRelationTo', {
      refersBy: { field: 'kind', entities: RELATION_ENTITY },
      required: true,
      max: 100,
      list: false,
      port: false,
    }),
    weight: int('权重', { initial: 50, min: 1, max: 100, width: 70 }),
    sort: int('排序', { initial: 0, max: 9999, width: 70 }),
    status: flag('状态', { initial: 1, texts: ['启用', '停用'], width: 80 }),
  },
  {
    title: 'fromTagId',
    order: [
      ['sort', 'asc'],
      ['id', 'desc'],
    ],
  },
)
