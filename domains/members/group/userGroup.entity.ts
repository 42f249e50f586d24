import { choice, int, text } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'

export const GROUP_TYPES = [
  { value: 1, label: '用户分组' },
  { value: 2, label: '客户分组' },
] as const

/** What fields narrow their groups by: those of users, of customers. */
export const OF_USERS = { groupType: 1 } as const
export const OF_CUSTOMERS = { groupType: 2 } as const

/** A user is in at most one group of each type. Members §4.1. */
export const userGroup = entity(
  'userGroup',
  '用户分组',
  {
    groupName: text('分组名称', { max: 64, required: true, search: true, width: 200 }),
    groupType: choice('类型', GROUP_TYPES, { required: true, initial: 1, filter: true, width: 100 }),
    mark: text('备注', { max: 100, width: 240 }),
    sort: int('排序', { initial: 0, max: 9999, width: 80 }),
  },
  {
    title: 'groupName',
    order: [
      ['sort', 'desc'],
      ['id', 'desc'],
    ],
  },
)
