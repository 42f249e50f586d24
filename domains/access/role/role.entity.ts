import { z } from 'zod'
import { choice, flag, int, json, text } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'
import { countOf } from '#kit/shared/join.ts'
import { admin } from '../admin/admin.entity.ts'

/** Platform §6.2. */
export const DATA_SCOPES = [
  { value: 1, label: '全部数据' },
  { value: 2, label: '本部门及以下' },
  { value: 3, label: '本部门' },
  { value: 4, label: '所属门店' },
  { value: 5, label: '名下单位与客户' },
  { value: 6, label: '仅本人' },
  { value: 7, label: '自定义' },
] as const

const ids = z.array(z.number().int().positive()).max(1000).optional()

/** The lists of the data scope 自定义. */
export const scopeIdsSchema = z.strictObject({
  deptIds: ids,
  storeIds: ids,
  warehouseIds: ids,
  companyIds: ids,
  supplierIds: ids,
  channelIds: ids,
})
export type ScopeIds = z.infer<typeof scopeIdsSchema>

/** The one role with a fixed code; it holds *:*:*. Platform D5. */
export const ADMIN_ROLE = 'admin'

export const role = entity(
  'role',
  '角色',
  {
    roleName: text('角色名称', { required: true, unique: true, search: true, max: 32 }),
    roleCode: text('角色标识', {
      required: true,
      unique: true,
      search: true,
      max: 32,
      pattern: /^[A-Za-z0-9_]+$/,
    }),
    level: int('级别', { initial: 10, min: 1, max: 99 }),
    dataScope: choice('数据范围', DATA_SCOPES, { required: true, filter: true }),
    scopeIds: json<ScopeIds, { initial: ScopeIds }>('自定义范围', scopeIdsSchema, { initial: {} }),
    status: flag('状态', { initial: 1, filter: true, texts: ['启用', '停用'] }),
    remark: text('备注', { max: 200, long: true }),
  },
  { title: 'roleName', code: 'roleCode' },
)

/** A role as list and page show it. */
export const roleRow = { ...role.all, members: countOf(admin, 'roles', '人数') }
