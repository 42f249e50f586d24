import { flag, int, ref, text } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'

/** Platform §6.4. `path` holds the ids from the top down to the department itself: /1/4/. */
export const dept = entity(
  'dept',
  '部门',
  {
    pid: ref('上级部门', 'dept', { initial: 0 }),
    deptName: text('部门名称', { required: true, unique: true, search: true, max: 30 }),
    leaderId: ref('负责人', 'admin'),
    phone: text('联系电话', { max: 20, pattern: /^[\d -]+$/ }),
    email: text('邮箱', { max: 100, pattern: /^[^\s@]+@[^\s@]+\.[^\s@]+$/ }),
    sort: int('排序', { initial: 0 }),
    status: flag('状态', { initial: 1, filter: true, texts: ['启用', '停用'] }),
    path: text('路径', { readOnly: true, max: 1000, list: false, port: false }),
  },
  {
    title: 'deptName',
    order: [
      ['sort', 'desc'],
      ['id', 'asc'],
    ],
  },
)
