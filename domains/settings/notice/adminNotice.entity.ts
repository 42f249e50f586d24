import { datetime, int, text } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'

/** What a member of staff was told inside the product. Platform §12.3 站内信. */
export const adminNotice = entity(
  'adminNotice',
  '站内信',
  {
    adminId: int('员工', { required: true, list: false }),
    mark: text('标识', { max: 50, list: false }),
    type: text('场景', { max: 50, search: true, width: 140 }),
    content: text('内容', { max: 1000, search: true, width: 420 }),
    /** route of the record it is about; empty: none */
    link: text('链接', { max: 300, list: false }),
    readTime: datetime('已读时间', { width: 150 }),
  },
  { title: 'content' },
)
