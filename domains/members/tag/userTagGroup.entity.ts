import { choice, flag, int, text } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'

export const SELECT_MODES = [
  { value: 1, label: '单选' },
  { value: 2, label: '多选' },
] as const
export const ONE_OF = 1

/** A colour as #RRGGBB, or none. */
export const colour = (label: string) => text(label, { max: 7, pattern: /^(#[0-9a-fA-F]{6})?$/, list: false })

/** Tags that belong together; of a group 单选 a user has at most one. Members §4.2. */
export const userTagGroup = entity(
  'userTagGroup',
  '标签组',
  {
    groupName: text('标签组名称', { max: 20, required: true, unique: true, search: true, width: 160 }),
    selectMode: choice('选择方式', SELECT_MODES, { initial: 2, width: 90 }),
    color: colour('颜色'),
    sort: int('排序', { initial: 0, max: 9999, width: 80 }),
    status: flag('状态', { initial: 1, texts: ['启用', '停用'], width: 80 }),
  },
  {
    title: 'groupName',
    open: true,
    order: [
      ['sort', 'asc'],
      ['id', 'asc'],
    ],
  },
)
