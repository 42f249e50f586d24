import type { Shape } from '#kit/shared/field.ts'
import { textOf, type WireRow } from '#kit/web/fieldUi.ts'
import { openForm } from '#kit/web/form/FormModal.tsx'
import { request } from '#kit/web/request.ts'
import { grantableIn, RulesInput } from './RulesInput.tsx'
import { roleInfo, roleSave, roleUpdate } from './role.calls.ts'
import { role } from './role.entity.ts'
import { isEmptyScope, OWN_SCOPE } from './role.rules.ts'
import { ScopeInput } from './ScopeInput.tsx'

const CALLS = { info: roleInfo, save: roleSave, update: roleUpdate }
const SHAPE: Shape = roleSave.shape

const GROUPS = [
  {
    title: '基本信息',
    fields: ['roleName', 'roleCode', 'level', 'status', 'dataScope', 'scopeIds', 'remark'],
  },
  { title: '菜单权限', fields: ['rules'] },
]

const INPUTS = {
  roleCode: { help: '字母、数字或下划线' },
  level: { help: '1–99，只能管理级别不高于本人的员工' },
  dataScope: { help: '一名员工有多个角色时，数据范围取并集' },
  scopeIds: { Input: ScopeInput, wide: true, help: '各项之间须同时满足，不选的一项不限制' },
  rules: { Input: RulesInput, wide: true },
}

interface RoleForm {
  /** null: a new one */
  id: number | null
  title?: string
  initial?: WireRow
}

/** Opens the form of a role with its permission tree. Platform §6.2. */
export function openRole(form: RoleForm): Promise<number | null> {
  return openForm({
    of: role,
    calls: CALLS,
    shape: SHAPE,
    width: 960,
    groups: GROUPS,
    inputs: INPUTS,
    hidden: (name, values) => name === 'scopeIds' && Number(values.dataScope) !== OWN_SCOPE,
    check,
    ...form,
  })
}

function check({ dataScope, scopeIds }: WireRow): Record<string, string> {
  return Number(dataScope) === OWN_SCOPE && isEmptyScope(scopeIds ?? {})
    ? { scopeIds: '请选择自定义范围' }
    : {}
}

/** 复制: a new role that starts with what another one has, as far as the person may hand it on. */
export async function copyRole(id: number): Promise<void> {
  const from = await request(roleInfo, { id })
  void openRole({
    id: null,
    title: `复制角色“${from.roleName}”`,
    initial: {
      roleName: `${textOf(from.roleName)}副本`,
      roleCode: `${textOf(from.roleCode)}_copy`,
      level: from.level,
      dataScope: from.dataScope,
      scopeIds: from.scopeIds,
      remark: from.remark,
      rules: grantableIn(from.menuList).join(','),
    },
  })
}
