import { mobileField } from '#domains/parties/parties.shared.ts'
import { choice, flag, image, ref, text } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'

/** 店长, of whom a store has one at most. Catalog §5. */
export const MANAGER = 1

const STAFF_ROLES = [
  { value: 1, label: '店长' },
  { value: 2, label: '店员' },
  { value: 3, label: '核销员' },
  { value: 4, label: '配送员' },
] as const

/** A member of staff in a store: one row per store and person. Catalog §5. */
export const storeStaff = entity(
  'storeStaff',
  '店员',
  {
    /** the admin; named uid on the wire. Doors §1 */
    uid: ref('员工', 'admin', { required: true, list: false, filter: true }),
    storeId: ref('门店', 'store', { required: true, filter: true, width: 160 }),
    staffName: text('店员名称', { max: 64, required: true, search: true, width: 120 }),
    avatar: image('头像', { ratio: 1 }),
    phone: mobileField('手机号码', { search: true }),
    roleType: choice('岗位', STAFF_ROLES, { initial: 2, filter: true }),
    verifyStatus: flag('核销开关', { initial: 0, texts: ['开启', '关闭'] }),
    orderNotice: flag('接单通知', { initial: 1, texts: ['开启', '关闭'], list: false }),
    status: flag('状态', { initial: 1, texts: ['启用', '停用'], filter: true }),
  },
  {
    title: 'staffName',
    picture: 'avatar',
    order: [['id', 'desc']],
    scope: { store: 'storeId' },
  },
)
